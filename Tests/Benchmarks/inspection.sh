# What looking into files costs, in the fenced processes that do it: velody-admin inspect.
# shellcheck shell=bash

inspect() { ALLOWED_AUDIO_TYPES=audio/mpeg "$binaries/velody-admin" inspect --json "$@"; }

# 24,000 short songs by two pools of one worker each; every sixteenth is another one.
short_songs() {
    local seed first copies
    mkdir -p "$home/songs"
    for ((seed = 0; seed < 16; seed++)); do
        sox -n -r 44100 -c 2 -b 16 -t wav "$home/short.wav" synth 0.6 pinknoise
        lame --silent -V 4 --tt "Song $seed" --ta Artist --tl Album --tg Rock --tn "$seed/16" \
            --add-id3v2 "$home/short.wav" "$home/short.mp3"
        for first in 1 501 1001; do
            mapfile -t copies < <(seq -f "$home/songs/$seed-%g.mp3" $first $((first + 499)))
            tee "${copies[@]}" <"$home/short.mp3" >/dev/null
        done
    done
}
half() {
    find "$home/songs" -name "*$1.mp3" -print0 |
        xargs -0 "$binaries/velody-admin" inspect --json >"$home/half-$2"
}
halves() {
    half '[02468]' even &
    half '[13579]' odd
    wait $!
}
short_songs
took=$(seconds halves)
count=$(cat "$home"/half-* | jq -r 'select(.verdict == "accept" and .metadata.album == "Album") | 1' | wc -l)
report "short files, two workers" "$(echo "$count $took" | awk '{ print $1 / $2 }')" ">=" 700 "/s" \
    "$count files in $took s"
rm -rf "$home/songs"

# One long song: what it takes beyond a short one is the frame scan, with the file in memory.
song "$home/long.mp3" 20 "A hundred megabytes"
size=$(stat --format %s "$home/long.mp3")
: >"$home/scan" && : >"$home/idle" && : >"$home/sum"
for _ in 1 2 3; do
    seconds sha256sum "$home/long.mp3" >>"$home/sum"
    seconds inspect "$home/short.mp3" >>"$home/idle"
    seconds inspect "$home/long.mp3" >>"$home/scan"
done
scan=$(echo "$(median <"$home/scan") $(median <"$home/idle")" | awk '{ print $1 - $2 }')
sum=$(median <"$home/sum")
report "frame scan" "$(echo "$size $scan" | awk '{ print $1 / $2 / 1e6 }')" ">=" 500 " MB/s" \
    "$(echo "$sum $scan" | awk '{ printf "%.1f", $1 / $2 }') times the speed of sha256sum"

# What a worker holds while it works through such songs, in MB.
many=()
for _ in {1..60}; do many+=("$home/long.mp3"); done
inspect "${many[@]}" >/dev/null &
admin=$!
peak=0
while kill -0 "$admin" 2>/dev/null; do
    worker=$(tr -d ' ' <"/proc/$admin/task/$admin/children" || true)
    held=$(awk '/^VmHWM/ { print $2 }' "/proc/${worker:-none}/status" || true)
    [[ ${held:-0} -le $peak ]] || peak=$held
    sleep 0.02
done 2>/dev/null
wait "$admin"
report "memory of a worker" "$(echo "$peak" | awk '{ print $1 / 1024 }')" "<=" 40 MB "100 MB files"

# Headers that no frame follows: the worst case of looking for the first frame.
yes "$(printf '\377\373\220\144')" | tr -d '\n' | head --bytes 100000000 >"$home/sync.mp3" || true
took=$(seconds inspect "$home/sync.mp3" || true)
report "100 MB of sync bytes" "$took" "<=" 5 s "$(inspect "$home/sync.mp3" | jq -r .reason)"
rm "$home/sync.mp3" "$home/long.mp3"
