# First pages of lists and searches through nginx, and the statement of each in psql.
# shellcheck shell=bash

fill "${BENCH_TRACKS:-1000000}"
log=$VELODY_HOME/logs/postgres.log
[[ -e $log ]] || log=$(find "$VELODY_HOME" -name 'postgres*.log' | head -n 1)

# answer_times QUERY…: how long each page takes over one connection, in milliseconds. The first is asked
# for once more, before: making the connection is no part of a page.
answer_times() {
    local query
    for query in "$1" "$@"; do
        printf 'url = "%s/api/v1/%s"\noutput = "/dev/null"\n' "$VELODY_URL" "$query"
    done >"$home/queries"
    api --write-out '%{time_total}\n' --config "$home/queries" | awk 'NR > 1 { print $1 * 1000 }'
}

# log_statements all|none: what the server asks the database, from its next connections on.
log_statements() {
    psql -Xq -o /dev/null "$(administration velody)" -c "ALTER ROLE velody_app SET log_statement = '$1'" \
        -c "ALTER ROLE velody_app SET log_error_verbosity = 'default'" \
        -c "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'velody_app'"
}

# statement QUERY: what the server asks the database for the page, with its values, for psql: a search asks
# what to look for, and then for the page.
statement() {
    local begin
    begin=$(stat -c %s "$log")
    api --output /dev/null "$VELODY_URL/api/v1/$1"
    tail -c "+$((begin + 1))" "$log" | awk '
        function with_values(text, bound,    number, pair, value, whole) {
            while (match(bound, /\$[0-9]+ = (NULL|\x27([^\x27]|\x27\x27)*\x27)/)) {
                pair = substr(bound, RSTART, RLENGTH); bound = substr(bound, RSTART + RLENGTH)
                number = pair; sub(/ = .*/, "", number); sub(/^\$[0-9]+ = /, "", pair)
                value[number] = pair
            }
            while (match(text, /\$[0-9]+/)) {
                whole = whole substr(text, 1, RSTART - 1) value[substr(text, RSTART, RLENGTH)]
                text = substr(text, RSTART + RLENGTH)
            }
            return whole text
        }
        function end_statement(bound) {
            if (text ~ /browse_|search_terms/) found = found join with_values(text, bound)
            if (found != "") join = " \\; "
            text = ""; taking = 0
        }
        /(statement|execute [^:]*): / {
            end_statement(""); sub(/.*(statement|execute [^:]*): /, ""); text = $0; taking = 1; next
        }
        /^[0-9-]+ .*(DETAIL|Detail):  [Pp]arameters: / {
            sub(/.*[Pp]arameters: /, ""); end_statement($0); next
        }
        /^[0-9-]+ [0-9:.]+ / { taking = 0; next }
        taking { text = text " " $0 }
        END { end_statement(""); print found ";" }'
}

# statement_times FILE: how long each statement takes in one session of psql, in milliseconds; the first
# runs once more, before, as above.
statement_times() {
    { head -n 1 "$1" && cat "$1"; } >"$home/statements.twice"
    psql -XAtq -o /dev/null -v ON_ERROR_STOP=1 "$DATABASE_URL" -c "
        SET jit = off; SET max_parallel_workers_per_gather = 0; SET random_page_cost = 1.1;
        SET effective_cache_size = '1MB'; SET enable_hashjoin = off;
        SET enable_mergejoin = off" -c '\timing on' -f "$home/statements.twice" |
        awk '/^Time:/ && seen++ { print $2 }'
}

# mean: of the numbers that come in.
mean() { awk '{ s += $1 } END { printf "%.2f", s / NR }'; }

# measure WHAT QUERY…: the pages in eight rounds, and their statements after each. How fast the machine is
# changes from second to second: the ratio is the median of those of the rounds.
measure() {
    local what=$1 query round
    shift
    log_statements all
    : >"$home/statements"
    for query; do statement "$query" >>"$home/statements"; done
    log_statements none
    : >"$home/ours" && : >"$home/theirs" && : >"$home/ratios"
    for round in {0..8}; do
        answer_times "$@" >"$home/round.ours"
        statement_times "$home/statements" >"$home/round.theirs"
        # The first round warms both up.
        [[ $round -gt 0 ]] || continue
        cat "$home/round.ours" >>"$home/ours" && cat "$home/round.theirs" >>"$home/theirs"
        echo "$(mean <"$home/round.ours") $(mean <"$home/round.theirs")" |
            awk '{ print $1 / $2 }' >>"$home/ratios"
    done
    report "$what, p95" "$(percentile 95 <"$home/ours")" "<=" 30 ms \
        "mean $(mean <"$home/ours") ms, less $bare of an empty request"
    report "$what, against psql" "$(median <"$home/ratios")" "<=" 1.3 "" \
        "psql: mean $(mean <"$home/theirs") ms, p95 $(percentile 95 <"$home/theirs") ms"
}

# What a request costs that asks the database nothing: an address that the server does not know.
mapfile -t unknown < <(printf 'unknown\n%.0s' {1..100})
bare=$({ answer_times "${unknown[@]}" 2>/dev/null || true; } | median)

# pieces LETTERS: beginnings of words of some titles, as a query would hold them.
pieces() {
    psql -XAtq "$(administration velody)" -c "
        SELECT DISTINCT left(word, $1) FROM browse_tracks TABLESAMPLE SYSTEM (0.1) REPEATABLE (1),
               unnest(string_to_array(document, ' ')) AS word
        WHERE word ~ '^[a-z]{$1}' ORDER BY 1 LIMIT 40"
}

# repeated QUERY…: enough of them for a round.
repeated() {
    local round
    for round in {1..10}; do printf '%s\n' "$@"; done
}

for sort in title artist album year createdAt updatedAt durationMs; do
    mapfile -t queries < <(repeated "tracks?sort=$sort&order=asc" "tracks?sort=$sort&order=desc")
    measure "tracks by $sort" "${queries[@]}"
done
for list in albums artists genres; do
    mapfile -t queries < <(repeated "$list" "$list")
    measure "$list" "${queries[@]}"
done
for letters in 1 2 5; do
    mapfile -t queries < <(pieces "$letters" | sed 's/^/tracks?q=/')
    measure "q of $letters" "${queries[@]}"
    mapfile -t queries < <(pieces "$letters" | sed 's/^/albums?q=/')
    measure "albums, q of $letters" "${queries[@]}"
done
