# From the start of velody-server to its first answer with a record list, in milliseconds.
# shellcheck shell=bash

as_server=()
[[ $EUID -ne 0 ]] || as_server=(setpriv --reuid daemon --regid www-data --init-groups)

start_server() {
    "${as_server[@]}" env VELODY_ENV=development PUBLIC_BASE_URL="$VELODY_URL" DATABASE_URL="$DATABASE_URL" \
        STORAGE_ROOT="$STORAGE_ROOT" DEVICE_BOOTSTRAP_SECRET="$VELODY_BOOTSTRAP_SECRET" \
        API_SOCKET="$home/start/api.sock" UPLOAD_SOCKET="$home/start/upload.sock" \
        "$VELODY_HOME/bin/velody-server" 2>"$home/start/log" &
    server=$!
}

rm -rf "$home/start" && mkdir "$home/start"
[[ $EUID -ne 0 ]] || chown daemon:www-data "$home/start"
: >"$home/ours"
for _ in 1 2 3 4 5; do
    rm -f "$home"/start/*.sock
    begin=$(now)
    start_server
    until curl --silent --output /dev/null --fail --cacert "$VELODY_CA" --header "$bearer" \
        "$baseline/start/"; do :; done
    echo "$(now) $begin" | awk '{ print ($1 - $2) * 1000 }' >>"$home/ours"
    kill "$server"
    wait "$server" || true
done
report "start to first answer" "$(median <"$home/ours")" "<=" 100 ms "a curl over TLS included"
