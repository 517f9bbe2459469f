# A clean Debian 12 of its own: a directory made by debootstrap, booted with systemd as pid 1 in
# namespaces of its own. It has no network but its loopback, and ends with its first process.
# Sourced by Tests/Package/check; $house is its root, $work is for what it writes beside.
# shellcheck shell=bash
# What runs in another shell is quoted for that one.
# shellcheck disable=SC2016
: "${house:?}" "${work:?}"

house_cgroup=/sys/fs/cgroup/unified
[ -d "$house_cgroup" ] || house_cgroup=/sys/fs/cgroup
house_cgroup+=/velody-check-$$
house_pid=

# Makes the directory, with the host's own package sources.
make_house() {
  # What it mounts goes with it, also when it is broken off.
  unshare --mount --pid --fork --kill-child --propagation private \
    debootstrap --variant=minbase --include=systemd-sysv,ca-certificates bookworm "$house" \
    http://deb.debian.org/debian
  rm -f "$house/etc/apt/sources.list"
  cp /etc/apt/sources.list.d/debian.sources "$house/etc/apt/sources.list.d/"
  cp /etc/resolv.conf "$house/etc/resolv.conf"
  printf '127.0.0.1 localhost music.example\n::1 localhost\n' >"$house/etc/hosts"
}

# Fetches what the package $1 needs, and jq for the client of its documentation: once the house is
# booted it has no network.
stock_house() {
  cp "$1" "$house/root/fetch.deb"
  unshare --mount --pid --fork --kill-child --propagation private sh -euc '
    mount -t proc proc "$1/proc"
    mount --bind /dev "$1/dev"
    chroot "$1" sh -euc "
      apt-get update -q
      apt-get install --yes -q --no-install-recommends --download-only /root/fetch.deb jq"
  ' sh "$house"
  rm "$house/root/fetch.deb"
}

# Boots it, and waits until systemd says that it runs.
boot_house() {
  mkdir "$house_cgroup"
  (
    echo "$BASHPID" >"$house_cgroup/cgroup.procs"
    exec unshare --mount --pid --uts --ipc --net --cgroup --fork --kill-child \
      --propagation private sh -euc '
        root=$1
        mount --bind "$root" "$root"
        mount -t proc proc "$root/proc"
        # Settings of the kernel are for the whole machine.
        mount --bind "$root/proc/sys" "$root/proc/sys"
        mount -o remount,ro,bind "$root/proc/sys"
        mount -t sysfs -o ro sysfs "$root/sys"
        mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
        mount -t tmpfs -o mode=755 tmpfs "$root/run"
        mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
        mount -t tmpfs -o mode=755 tmpfs "$root/dev"
        mkdir "$root/dev/pts" "$root/dev/shm"
        mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
        mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
        for device in null zero full random urandom tty; do
          touch "$root/dev/$device"
          mount --bind "/dev/$device" "$root/dev/$device"
        done
        ln -s pts/ptmx "$root/dev/ptmx"
        ln -s /proc/self/fd "$root/dev/fd"
        for number in 0:stdin 1:stdout 2:stderr; do
          ln -s "fd/${number%:*}" "$root/dev/${number#*:}"
        done
        cd "$root"
        pivot_root . mnt
        umount -l mnt
        exec env -i container=velody PATH=/usr/sbin:/usr/bin:/sbin:/bin /sbin/init
      ' sh "$house" </dev/null >"$work/boot.log" 2>&1
  ) &
  local outside=$!
  local state
  for _ in $(seq 300); do
    sleep 0.2
    house_pid=$(pgrep -P "$outside" || true)
    [ -n "$house_pid" ] || continue
    state=$(in_house systemctl is-system-running 2>/dev/null || true)
    case $state in running | degraded) return 0 ;; esac
  done
  cat "$work/boot.log" >&2
  return 1
}

# Runs a command inside, with a clean environment.
in_house() {
  nsenter -t "$house_pid" --mount --pid --uts --ipc --net --cgroup -- \
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    "$@"
}

# Ends all of it: its pid namespace goes with its first process, its mounts with their namespace.
stop_house() {
  if [ -n "$house_pid" ] && kill -9 "$house_pid" 2>/dev/null; then
    while kill -0 "$house_pid" 2>/dev/null; do sleep 0.1; done
  fi
  house_pid=
  [ ! -d "$house_cgroup" ] || find "$house_cgroup" -depth -type d -exec rmdir {} + 2>/dev/null || true
}
