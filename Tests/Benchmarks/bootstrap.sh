# Whole bootstraps over https, page by page: 24 000 tracks against the clock, 100 000 against psql, which
# selects the same columns at once and formats them as text.
# shellcheck shell=bash

# bootstrap LIMIT: fetches every page over one connection.
bootstrap() { VELODY_URL=$VELODY_URL VELODY_CA=$VELODY_CA TOKEN=$token python3 "$here/bootstrap.py" "$1"; }
dump() { psql -XAt -f "$here/bootstrap.sql" "$DATABASE_URL"; }

# Before the first page: what its peak is above that is what bootstraps cost.
before=$(awk '/^VmRSS/ { print $2 / 1024 }' "/proc/$(server_pid)/status")
fill 24000
bootstrap 5000
: >"$home/ours"
for _ in 1 2 3 4 5; do seconds bootstrap 5000 >>"$home/ours"; done
report "24 000 records, page by page" "$(median <"$home/ours")" "<=" 0.5 s "5 pages"

fill 100000
dump >/dev/null && bootstrap 5000
for limit in 5000 1000; do
    : >"$home/ours" && : >"$home/theirs"
    for _ in 1 2 3 4 5; do
        seconds dump >>"$home/theirs"
        seconds bootstrap $limit >>"$home/ours"
    done
    ours=$(median <"$home/ours")
    theirs=$(median <"$home/theirs")
    report "100 000 records by $limit" "$(echo "$ours $theirs" | awk '{ print $1 / $2 }')" "<=" 1.5 "" \
        "$ours s; $theirs s by psql"
done
report "growth of memory meanwhile" \
    "$(awk -v before="$before" '/^VmHWM/ { print $2 / 1024 - before }' "/proc/$(server_pid)/status")" \
    "<=" 16 MB "from $before MB"
