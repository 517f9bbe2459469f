# 500 MB: PATCH and finalize against WebDAV's PUT followed by openssl dgst.
#
# Over HTTP/1.1, as upload.sh has it, and over HTTP/2, as curl has it by itself.
# shellcheck shell=bash

# prepare FILE: where its bytes are to go.
prepare() {
    local announcement
    announcement=$(jq -n --arg sha256 "$(sha256sum <"$1" | cut -d' ' -f1)" \
        --argjson sizeBytes "$(stat -c %s "$1")" '{$sha256, $sizeBytes, filename: "large.mp3"}')
    api --json "$announcement" "$VELODY_URL/api/v1/uploads/prepare" | jq -r .uploadUrl
}

# velody_upload PROTOCOL FILE UPLOAD
velody_upload() {
    local common=("$1" --silent --fail --cacert "$VELODY_CA" --header "$bearer")
    curl "${common[@]}" --request PATCH --header 'Upload-Offset: 0' \
        --header 'Content-Type: application/offset+octet-stream' --upload-file "$2" "$3" \
        --next "${common[@]}" --request POST "$3/finalize"
}

# dav_upload PROTOCOL FILE
dav_upload() {
    curl "$1" --silent --fail --cacert "$VELODY_CA" --upload-file "$2" "$baseline/dav/large.mp3"
    openssl dgst -sha256 "$home/baseline/dav/large.mp3"
}

# Memory that a virtual machine's host has yet to hand out is slow the first time: both find as much that was
# just given back.
warm() { head -c 1G /dev/zero >"$home/warm" && rm "$home/warm" && sync; }

# compare_uploads PROTOCOL: five pairs.
compare_uploads() {
    local run upload
    : >"$home/ours" && : >"$home/theirs"
    for run in 1 2 3 4 5; do
        song "$home/large.mp3" 100 "Large $run by $1"
        upload=$(prepare "$home/large.mp3")
        rm -f "$home/baseline/dav/large.mp3"
        warm
        seconds dav_upload "$1" "$home/large.mp3" >>"$home/theirs"
        warm
        seconds velody_upload "$1" "$home/large.mp3" "$upload" >>"$home/ours"
    done
    ours=$(median <"$home/ours")
    theirs=$(median <"$home/theirs")
}

compare_uploads --http1.1
report "upload, 500 MB, durable, verified" "$(echo "$ours $theirs" | awk '{ print $1 / $2 }')" "<=" 1.3 "" \
    "$ours s; $theirs s by WebDAV and openssl"
compare_uploads --http2
awk -v ours="$ours" -v theirs="$theirs" 'BEGIN {
    printf "%-34s %8.2f   %s s; %s s by WebDAV and openssl\n", "  over HTTP/2", ours / theirs, ours, theirs }'
