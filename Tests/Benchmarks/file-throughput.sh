# A 5 MB song through GET /tracks/{id}/file against the same file as a static one of nginx.
# shellcheck shell=bash

rate() {
    wrk --threads 2 --connections 16 --duration 5s --header "$bearer" "$1" |
        awk '/Requests\/sec/ { print $2 } /Non-2xx/ { print 0; exit }'
}

song "$home/song.mp3" 1 "Five megabytes"
track=$(api --upload-file "$home/song.mp3" "$VELODY_URL/api/v1/uploads/direct/song.mp3" | jq -r .trackId)
cp "$home/song.mp3" "$home/baseline/files/"
chmod 644 "$home/baseline/files/song.mp3"
: >"$home/ours" && : >"$home/theirs"
for _ in 1 2 3; do
    rate "$baseline/files/song.mp3" >>"$home/theirs"
    rate "$VELODY_URL/api/v1/tracks/$track/file" >>"$home/ours"
done
ours=$(median <"$home/ours")
theirs=$(median <"$home/theirs")
report "file, 5 MB, 16 connections" "$(echo "$ours $theirs" | awk '{ print $1 / $2 }')" ">=" 0.95 "" \
    "$ours/s of $theirs/s by nginx alone"
