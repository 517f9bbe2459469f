# What the benchmarks share: an instance, plain nginx beside it, songs, and the report.
# shellcheck shell=bash

checkout=$(dirname "$(dirname "$here")")
home=${BENCH_HOME:-$(mktemp -d /tmp/"${BENCH_PREFIX:-velody-bench}".XXXXXX)}
# nginx's and PostgreSQL's users go through it.
mkdir -p "$home" && chmod 755 "$home"
export VELODY_HOME=$home/instance VELODY_PORT=${VELODY_PORT:-18743}
baseline_port=$((VELODY_PORT + 1))
baseline=https://127.0.0.1:$baseline_port

require() {
    local program
    for program; do
        command -v "$program" >/dev/null || { echo "bench: $program is missing" >&2; exit 2; }
    done
}

finish() {
    [[ ! -e $home/baseline/nginx.pid ]] || kill "$(<"$home/baseline/nginx.pid")" || true
    (cd "$checkout" && "$binaries/velody-instance" stop) >/dev/null 2>&1 || true
    [[ -n ${BENCH_HOME:-} ]] || rm -rf "$home"
}
trap finish EXIT

# One client asks for all that a server can give: no limit of requests is to be what is measured.
start_instance() {
    (cd "$checkout" && LOG_LEVEL=info DEVICE_RATE=1000000 DEVICE_BURST=1000000 \
        ADDRESS_RATE=1000000 ADDRESS_BURST=1000000 OVERALL_RATE=1000000 OVERALL_BURST=1000000 \
        "$binaries/velody-instance" start) >"$home/start.log" 2>&1 || {
        cat "$home/start.log" >&2
        exit 1
    }
    # shellcheck source=/dev/null
    source "$VELODY_HOME/instance.env"
    register
}

register() {
    token=$(curl --silent --cacert "$VELODY_CA" --json \
        '{"platform":"cli","deviceName":"bench","appVersion":"1"}' \
        --header "Authorization: Bearer $VELODY_BOOTSTRAP_SECRET" \
        "$VELODY_URL/api/v1/devices/register" | jq -r .token)
    bearer="Authorization: Bearer $token"
}

# administration DATABASE: the superuser's way in, for psql.
administration() {
    local address=${DATABASE_URL#*@}
    echo "postgresql://postgres:$(<"$VELODY_HOME/secrets/postgres")@${address/velody/$1}"
}

# fill TRACKS: a made-up library of so many tracks in place of what there is, and a device in it.
fill() {
    local held owner storage
    held=$(psql -XAtq "$(administration velody)" -c "SELECT count(*) FROM tracks")
    # A few more are what starting an instance, and other benchmarks, put in.
    if ((held < $1 || held > $1 + 100)); then
        storage=$(psql -XAtq "$(administration velody)" -c "SELECT storage_id FROM library_state")
        owner=$(administration velody)
        owner=${owner/postgres:*@/velody_owner:$(<"$VELODY_HOME/secrets/velody_owner")@}
        psql -Xq "$(administration postgres)" -c "DROP DATABASE velody WITH (FORCE)" \
            -c "CREATE DATABASE velody OWNER velody_owner"
        "$checkout/sql/migrate" "$owner" >/dev/null
        psql -Xq -v tracks="$1" -f "$here/library.sql" "$(administration velody)"
        # It has none of the songs by which a library would know its storage, and uploads would wait for that.
        psql -Xq "$(administration velody)" -c "UPDATE library_state SET storage_id = nullif('$storage', '')::uuid"
    fi
    register
}

# The one that serves; after a restart the former one may still be stopping.
server_pid() {
    (cd "$checkout" && "$binaries/velody-instance" status) |
        awk '$1 == "velody-server" && $3 == "running" { print $2 }'
}

# percentile N: of the numbers it is given.
percentile() { sort -n | awk -v n="$1" '{ v[NR] = $1 } END { print v[int((NR * n + 99) / 100)] }'; }

# nginx without Velody, with the instance's own settings of processes, TLS and files.
start_baseline() {
    mkdir -p "$home/baseline/files" "$home/baseline/dav"
    local user=""
    if [[ $EUID -eq 0 ]]; then
        user="user www-data;"
        chown -R www-data "$home/baseline"
    fi
    sed -e "s|@USER@|$user|" -e "s|@ROOT@|$home/baseline|g" -e "s|@PORT@|$baseline_port|" \
        -e "s|@CERTIFICATE@|$VELODY_CA|" -e "s|@KEY@|${VELODY_CA%/*}/key.pem|" \
        -e "s|@START_SOCKET@|$home/start/api.sock|" \
        "$here/baseline.conf" >"$home/baseline/nginx.conf"
    /usr/sbin/nginx -c "$home/baseline/nginx.conf" -e "$home/baseline/error.log"
}

api() { curl --silent --show-error --fail-with-body --cacert "$VELODY_CA" --header "$bearer" "$@"; }

# noise SECONDS FILE [LAME-OPTION …]
noise() {
    sox -n -r 44100 -c 2 -b 16 -t wav "$2.wav" synth "$1" pinknoise
    lame --silent --cbr -b 320 -t "${@:3}" "$2.wav" "$2"
    rm "$2.wav"
}

# song FILE COPIES TITLE: noise at 320 kbit/s, 5 MB a copy, frames only after one tag.
song() {
    local piece=$home/piece.mp3
    [[ -e $piece ]] || noise 125 "$piece"
    local copy
    noise 1 "$1" --tt "$3"
    for ((copy = 0; copy < $2; copy++)); do cat "$piece" >>"$1"; done
}

now() { date +%s.%N; }

# seconds COMMAND…: how long it takes; its output goes nowhere.
seconds() {
    local begin
    begin=$(now)
    "$@" >/dev/null
    echo "$(now) $begin" | awk '{ printf "%.4f\n", $1 - $2 }'
}

median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

# report WHAT VALUE RELATION GOAL UNIT DETAIL: RELATION is ">=" or "<=".
report() {
    awk -v what="$1" -v value="$2" -v relation="$3" -v goal="$4" -v unit="$5" -v detail="$6" 'BEGIN {
        met = relation == ">=" ? value >= goal : value <= goal
        printf "%-34s %8.2f%-3s goal %s %-5s %-6s %s\n", what, value, unit, relation, goal unit,
            met ? "met" : "MISSED", detail
    }'
}
