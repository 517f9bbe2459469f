# GET /tracks/{id} against pgbench that runs the same statements, prepared; 16 connections each.
# shellcheck shell=bash

track=$(api "$VELODY_URL/api/v1/tracks?limit=1" | jq -r '.items[0].id')
hash=$(printf %s "$token" | sha256sum | cut -d' ' -f1)
sed -e "s/@TRACK@/$track/" -e "s/@TOKEN_HASH@/$hash/" "$here/track.sql" >"$home/track.sql"

wrk_rate() {
    wrk --threads 2 --connections 16 --duration 5s --header "$bearer" \
        "$VELODY_URL/api/v1/tracks/$track" |
        awk '/Requests\/sec/ { rate = $2 } /Non-2xx/ { rate = 0 } END { print rate }'
}
# An address that the server does not know: all of a request but the database and the record. With the
# token, or nginx would answer by itself that a stranger asks too often.
bare_rate() {
    wrk --threads 2 --connections 16 --duration 5s --header "$bearer" "$VELODY_URL/api/v1/unknown" |
        awk '/Requests\/sec/ { print $2 }'
}
pgbench_rate() {
    pgbench --no-vacuum --protocol prepared --client 16 --jobs 2 --time 5 --file "$home/track.sql" \
        "$DATABASE_URL" 2>/dev/null | awk '/^tps/ { print $3 }'
}

: >"$home/ours" && : >"$home/theirs" && : >"$home/bare"
for _ in 1 2 3; do
    pgbench_rate >>"$home/theirs"
    wrk_rate >>"$home/ours"
    bare_rate >>"$home/bare"
done
ours=$(median <"$home/ours")
theirs=$(median <"$home/theirs")
report "record, 16 connections" "$(echo "$ours $theirs" | awk '{ print $1 / $2 }')" ">=" 0.5 "" \
    "$ours/s; $theirs/s by pgbench"
# Were there nothing else to do than that request and those statements: an upper bound, no goal.
bare=$(median <"$home/bare")
awk -v bare="$bare" -v theirs="$theirs" 'BEGIN {
    printf "%-34s %8.2f   %s/s without database\n", "  at most", bare / (bare + theirs), bare }'
