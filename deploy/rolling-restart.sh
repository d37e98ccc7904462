#!/bin/sh
# Restarts the portals of a machine one by one, each after the previous one is ready.
# Usage: deploy/rolling-restart.sh 3001 3002 3003    (if the portals do not listen on loopback: HOST=… deploy/…)
set -eu
[ $# -gt 0 ] || { echo "Usage: $0 PORT…" >&2; exit 1; }
for port in "$@"; do
  systemctl restart "gas-auction-portal@$port"
  tries=0
  until curl -fsS --max-time 3 "http://${HOST:-127.0.0.1}:$port/api/health/ready" > /dev/null 2>&1; do
    tries=$((tries + 1))
    [ "$tries" -le 60 ] || { echo "The portal on port $port is not ready after 60 s; the remaining ones were not restarted." >&2; exit 1; }
    sleep 1
  done
  echo "The portal on port $port is ready."
done
