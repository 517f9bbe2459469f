# What a song costs, and what the server holds, in a library of 500 000 tracks against one of 50 000.
#
# Each time: the library is filled, the server begins anew, songs go up one after the other over one
# connection, and a device copies the whole library. BENCH_GROWTH_FROM, BENCH_GROWTH_TO and
# BENCH_GROWTH_SONGS (300) are other sizes.
# shellcheck shell=bash

growth_from=${BENCH_GROWTH_FROM:-50000} growth_to=${BENCH_GROWTH_TO:-500000}
growth_songs=${BENCH_GROWTH_SONGS:-300}
[[ -e $home/short.mp3 ]] || noise 2 "$home/short.mp3"

# short_song FILE TITLE: the same noise, under an older kind of tag that says which it is.
short_song() { { cat "$home/short.mp3"; printf 'TAG%-30s%-95s' "$2" Nobody; } >"$1"; }

# upload_times NAME COUNT: how long each of so many new songs takes, in milliseconds.
upload_times() {
    local number
    rm -rf "$home/growth" && mkdir "$home/growth"
    for ((number = 0; number < $2; number++)); do
        short_song "$home/growth/$number.mp3" "$1 $number"
        printf 'url = "%s/api/v1/uploads/direct/song.mp3"\nupload-file = "%s"\noutput = "/dev/null"\n' \
            "$VELODY_URL" "$home/growth/$number.mp3"
    done >"$home/growth/config"
    sync
    api --write-out '%{http_code} %{time_total}\n' --config "$home/growth/config" |
        awk '$1 != 201 { print "growth: a song was answered " $1 | "cat >&2"; exit 1 } { print $2 * 1000 }'
}

# What the server alone holds, in MB: no pages of its program, and no files.
held() { awk '/^RssAnon/ { printf "%.1f\n", $2 / 1024 }' "/proc/$(server_pid)/status"; }
peak() { awk '/^VmHWM/ { printf "%.1f\n", $2 / 1024 }' "/proc/$(server_pid)/status"; }

# live_in TRACKS: leaves the median of a song, and the memory at the end and at its peak, files included, in
# growth_time, growth_held and growth_peak.
live_in() {
    local stamp
    fill "$1"
    # What filling left to be written would be paid by the songs.
    psql -Xq "$(administration velody)" -c CHECKPOINT
    (cd "$checkout" && "$binaries/velody-instance" restart) >/dev/null
    stamp=$(date +%s)
    # The first ones warm both up.
    upload_times "warm $stamp" 30 >/dev/null
    growth_time=$(upload_times "song $stamp" "$growth_songs" | median)
    VELODY_URL=$VELODY_URL VELODY_CA=$VELODY_CA TOKEN=$token python3 "$here/bootstrap.py" 5000
    growth_held=$(held) growth_peak=$(peak)
}

live_in "$growth_from"
few_time=$growth_time few_held=$growth_held few_peak=$growth_peak
live_in "$growth_to"
what="among $growth_to tracks, $growth_from"
report "a song, in a larger library" "$(echo "$growth_time $few_time" | awk '{ print $1 / $2 }')" "<=" 1.3 x \
    "$growth_time ms $what: $few_time ms; medians of $growth_songs"
report "memory, in a larger library" "$(echo "$growth_held $few_held" | awk '{ print $1 / $2 }')" "<=" 1.3 x \
    "$growth_held MB $what: $few_held MB; after the songs and a copy of all; peak $growth_peak MB, $few_peak MB"
