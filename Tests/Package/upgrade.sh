# The package is replaced below its load: what the walk's steps upload_is_resumed and upgrade_under_load do.
# shellcheck shell=bash
# The functions are called by name, and use the walk's.
# shellcheck disable=SC2317,SC2154

# A song of its own: the same noise, and a tag that says which it is.
own_song() { { cat noise.mp3; printf 'TAG%-30s%-30s%-30s%-4s%-30s\377' "$1" Nobody '' '' ''; } >"$1.mp3"; }

# The client of the documentation, as slow as a bad line.
resumable() {
  HOME=/root/slow VELODY_URL=$url VELODY_TOKEN=$(cat token) VELODY_CA=ca.pem \
    /usr/share/doc/velody/examples/upload.sh "$1.mp3"
}
direct() {
  HOME=/root/slow api -o "$1.json" -w '%{http_code}\n' -T "$1.mp3" "$url/api/v1/uploads/direct/" >"$1.status"
  expect "$1" "$(cat "$1.status")" 201
  grep -o '"trackId":"[^"]*"' "$1.json" | head -n 1 | field trackId
}
now() { date +%s%3N; }
# upload_one HOW SONG: notes when it began and ended, and its track.
upload_one() {
  local begin track
  own_song "$2"
  begin=$(now)
  if track=$("$1" "$2") && [ -n "$track" ]; then
    echo "$2 $begin $(now) $track" >>uploads
  else
    echo "$2" >>uploads-lost
  fi
}
uploader() {
  local count=0
  while [ -e loading ]; do
    count=$((count + 1))
    upload_one "$1" "$2-$count"
  done
}
# Whether what was acknowledged is what comes back, each byte of it.
uploads_are_whole() {
  local song track
  [ -s uploads ] || fail 'nothing was uploaded'
  [ ! -s uploads-lost ] || fail "not taken: $(cat uploads-lost)"
  while read -r song _ _ track; do
    expect "$song" "$(api "$url/api/v1/tracks/$track/file" | sha256sum)" "$(sha256sum <"$song.mp3")"
  done <uploads
  expect 'tracks' "$(cut -d' ' -f4 uploads | sort -u | wc -l)" "$(wc -l <uploads)"
}
# When the last server began to stop, and its successor was ready.
moment() {
  local message=$1
  date +%s%3N -d "$(journalctl -u velody.service -t velody-server -o cat | grep "\"message\":\"$message\"" | tail -n 1 | field time)"
}

# An upload that outlasts SHUTDOWN_GRACE is broken off, and goes on where it was.
upload_is_resumed() {
  mkdir -p slow
  echo 'limit-rate = 20K' >slow/.curlrc
  cp /etc/velody/velody.env saved.env
  echo SHUTDOWN_GRACE=2 >>/etc/velody/velody.env
  systemctl restart velody.service
  local lines before
  lines=$(wc -l </var/log/nginx/velody.log)
  before=$(uploads_open)
  upload_one resumable resumed &
  eventually upload_is_open "$before"
  sleep 1
  systemctl restart velody.service
  wait
  cat saved.env >/etc/velody/velody.env
  systemctl restart velody.service
  uploads_are_whole
  tail -n "+$((lines + 1))" /var/log/nginx/velody.log >resumed.log
  [ "$(grep -c '"method":"PATCH"' resumed.log)" -ge 2 ] || { cat resumed.log; fail 'it was not broken off'; }
  ! grep '"status":50[024]' resumed.log || fail 'it was broken off without an answer'
}
uploads_open() { find /var/lib/velody/incoming -name '*.part' -size +0 | wc -l; }
upload_is_open() { [ "$(uploads_open)" -gt "$1" ]; }

# Reads, writes and slow uploads, each in a loop, while the package is upgraded.
client() {
  local name=$1 status
  shift
  while [ -e loading ]; do
    status=$(api -o "answer-$name" -w '%{http_code}' "$@" 2>>"broken-$name") || status=broken
    echo "$status" >>"status-$name"
    [ "$status" = 200 ] || { date +%FT%T.%3N; cat "answer-$name"; } >>"broken-$name"
    # All together below what nginx grants one device a second.
    sleep 0.1
  done
}
write_titles() {
  local count=0
  while [ -e loading ]; do
    count=$((count + 1))
    api -o /dev/null -w '%{http_code}\n' -X PATCH -H 'Content-Type: application/json' \
      -d "{\"title\":\"Song $count\"}" "$url/api/v1/tracks/$(cat track)" >>status-write 2>&1 ||
      echo broken >>status-write
    sleep 0.1
  done
}
upgrade_under_load() {
  local name server lines stopped ready
  server=$(systemctl show -P MainPID velody.service)
  lines=$(wc -l </var/log/nginx/velody.log)
  echo 'limit-rate = 200K' >slow/.curlrc
  rm -f uploads uploads-lost
  touch loading
  client read "$url/api/v1/tracks/$(cat track)" &
  client list "$url/api/v1/tracks" &
  client health "$url/api/v1/health" &
  write_titles &
  uploader direct a &
  uploader direct b &
  uploader resumable c &
  uploader resumable d &
  eventually test -s uploads
  apt-get install --yes --no-install-recommends ./velody-new.deb
  [ "$server" != "$(systemctl show -P MainPID velody.service)" ] || fail 'the server was not replaced'
  sleep 3
  rm loading
  wait
  cat broken-* || true
  for name in read list health write; do
    [ -s "status-$name" ] || fail "$name made no request"
    ! grep -vx 200 "status-$name" || fail "$name: a request was lost"
    printf 'UPGRADE %s: %s requests, none lost\n' "$name" "$(wc -l <"status-$name")"
  done
  ! tail -n "+$((lines + 1))" /var/log/nginx/velody.log | grep '"status":\(499\|5\)' ||
    fail 'nginx could not answer one'
  uploads_are_whole
  stopped=$(moment stopping) ready=$(moment ready)
  printf 'UPGRADE uploads: %s, %s of them while the server was replaced, all of them whole\n' \
    "$(wc -l <uploads)" "$(awk -v at="$stopped" '$2 < at && at < $3' uploads | wc -l)"
  awk -v at="$stopped" '$2 < at && at < $3' uploads | grep -q . || fail 'no upload met the restart'
  printf 'UPGRADE from one server to the next: %s ms\n' "$((ready - stopped))"
  api "$url/api/v1/health" >health.json
  grep -q "\"version\":\"$(cat new-version)\"" health.json
  grep -q "\"schemaVersion\":$(cat new-schema)" health.json
  grep UPGRADE /root/upgrade_under_load.log >upgrade.txt
}
