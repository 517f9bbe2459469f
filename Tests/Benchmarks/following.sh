# A device that finds nothing new: how long its answer takes, and how large it is; the rate of such answers
# against that of one record, 16 connections. And how soon a device that waits hears of a commit.
# shellcheck shell=bash

fill "${BENCH_FOLLOWED:-100000}"
track=$(api "$VELODY_URL/api/v1/tracks?limit=1" | jq -r '.items[0].id')
newest=$(api --request POST "$VELODY_URL/api/v1/devices/heartbeat" | jq -r .lastEventId)
epoch=$(api "$VELODY_URL/api/v1/sync/changes?after=$newest" | jq -r .epoch)

# Over one connection, as a device asks that keeps it.
nothing="$VELODY_URL/api/v1/sync/changes?after=$newest&epoch=$epoch"
for _ in {1..200}; do printf 'url = "%s"\noutput = "/dev/null"\n' "$nothing"; done >"$home/nothing"
api --write-out '%{time_total} %{size_download}\n' --config "$home/nothing" >"$home/ours"
report "nothing new, of 200 answers" "$(awk '{ print $1 * 1000 }' "$home/ours" | median)" "<=" 5 ms \
    "p95 $(awk '{ print $1 * 1000 }' "$home/ours" | percentile 95) ms, $(awk '{ print $2 }' "$home/ours" | sort -n | tail -n 1) bytes"

rate() {
    wrk --threads 2 --connections 16 --duration 5s --header "$bearer" "$VELODY_URL/api/v1/$1" |
        awk '/Requests\/sec/ { rate = $2 } /Non-2xx/ { rate = 0 } END { print rate }'
}

: >"$home/ours" && : >"$home/theirs"
for _ in 1 2 3; do
    rate "tracks/$track" >>"$home/theirs"
    rate "sync/changes?after=$newest&epoch=$epoch" >>"$home/ours"
done
ours=$(median <"$home/ours")
theirs=$(median <"$home/theirs")
report "nothing new, against a record" "$(echo "$ours $theirs" | awk '{ print $2 / $1 }')" "<=" 1.2 "" \
    "$ours/s; $theirs/s of GET /tracks/{id}"

: >"$home/ours"
for _ in {1..20}; do
    newest=$(api --request POST "$VELODY_URL/api/v1/devices/heartbeat" | jq -r .lastEventId)
    api --output /dev/null "$VELODY_URL/api/v1/sync/changes?after=$newest&epoch=$epoch&wait=25" &
    waiting=$!
    # It waits once the server has nothing to answer.
    sleep 0.5
    psql -Xq "$(administration velody)" -c "UPDATE tracks SET version = version, title = random()::text
                                            WHERE id = '$track'"
    begin=$(now)
    wait "$waiting"
    echo "$(now) $begin" | awk '{ print ($1 - $2) * 1000 }' >>"$home/ours"
done
report "from a commit to who waits, p95" "$(percentile 95 <"$home/ours")" "<=" 200 ms \
    "median $(median <"$home/ours") ms, 20 commits"
