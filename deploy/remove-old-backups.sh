#!/bin/sh
# Removes backups older than 30 days, except the newest 30, so that good ones remain while backups fail.
# Usage: deploy/remove-old-backups.sh DIRECTORY
set -eu
[ $# -eq 1 ] || { echo "Usage: $0 DIRECTORY" >&2; exit 1; }
cd "$1"
ls -1t | grep '^portal-.*\.tar\.gz$' | tail -n +31 | while IFS= read -r file; do
  find "./$file" -mtime +30 -delete
done
