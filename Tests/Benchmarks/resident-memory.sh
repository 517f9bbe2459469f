# What the server holds after everything above, in MB.
# shellcheck shell=bash

pid=$(server_pid)
report "memory of velody-server" \
    "$(awk '/^VmRSS/ { print $2 / 1024 }' "/proc/$pid/status")" "<=" 40 MB \
    "peak $(awk '/^VmHWM/ { printf "%.1f", $2 / 1024 }' "/proc/$pid/status") MB"
