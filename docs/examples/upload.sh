#!/usr/bin/env bash
# Uploads one song, resumably, with nothing but curl, sha256sum and jq.
#
#   VELODY_URL=https://music.example VELODY_TOKEN=vld_… docs/examples/upload.sh song.mp3
#
# VELODY_CA names a certificate to trust (a private instance's). Cut it anywhere and run it again:
# it goes on where the server says. Prints the track's identifier. Exit status 0: it is in the
# library; 1: refused, and trying again will not help; 75: not now, try again later.
set -euo pipefail

file=${1:?usage: upload.sh FILE}
api="${VELODY_URL:?}/api/v1"
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

# Prints the status; the body goes to $answer. Without an answer the status is 000.
# HTTP/1.1: over HTTP/2 the two ends take turns, and large files take longer.
request() {
  curl --http1.1 --silent --show-error --output "$answer" --write-out '%{http_code}' \
    ${VELODY_CA:+--cacert "$VELODY_CA"} --header "Authorization: Bearer ${VELODY_TOKEN:?}" "$@" || true
}

refuse() { printf '%s: %s\n' "$file" "$(jq -r '.code + ": " + .detail' "$answer")" >&2; exit 1; }
later() { printf '%s: not now (status %s), try again\n' "$file" "$1" >&2; exit 75; }

judge() {
  case $1 in
    2??) ;;
    000 | 408 | 409 | 423 | 429 | 5??) later "$1" ;;
    *) refuse ;;
  esac
}

size=$(stat --format=%s "$file")
hash=$(sha256sum < "$file" | cut -d' ' -f1)
announcement=$(jq -n --arg sha256 "$hash" --argjson sizeBytes "$size" \
  --arg filename "$(basename "$file")" '{$sha256, $sizeBytes, $filename}')

status=$(request --header 'Content-Type: application/json' --data "$announcement" \
  "$api/uploads/prepare")
judge "$status"
if [ "$(jq -r .status "$answer")" = exists ]; then
  jq -r .trackId "$answer"
  exit 0
fi
upload="$api/uploads/$(jq -r .uploadId "$answer")"
offset=$(jq -r .offset "$answer")

# Each round sends what is missing; a round that is cut short still moved the offset.
for round in 1 2 3 4 5 6 7 8; do
  [ "$offset" -lt "$size" ] || break
  [ "$round" = 1 ] || sleep "$round"
  # An answer may come before all is read; tail then ends of that, which is no error here.
  status=$({ tail --bytes="+$((offset + 1))" "$file" || true; } | request --request PATCH --upload-file - \
    --header "Upload-Offset: $offset" --header 'Content-Type: application/offset+octet-stream' \
    "$upload")
  case $status in 2?? | 000 | 409 | 423 | 429 | 5??) ;; *) refuse ;; esac
  status=$(request "$upload")
  judge "$status"
  offset=$(jq -r .offset "$answer")
done
[ "$offset" -ge "$size" ] || later "$status"

status=$(request --request POST "$upload/finalize")
judge "$status"
jq -r .trackId "$answer"
