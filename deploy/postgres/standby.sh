#!/bin/bash
# Makes a standby: copies the primary at $PRIMARY_HOST into $PGDATA, where nothing is yet, so that a server started there follows it.
# Run by PostgreSQL's own account; $REPLICATION_PASSWORD is that of the role replicator.
set -euo pipefail
if [ -s "$PGDATA/PG_VERSION" ]; then
  echo "$PGDATA holds a database already: nothing is copied."
  exit
fi
if [ -d "$PGDATA" ]; then rmdir "$PGDATA"; fi
export PGPASSWORD="$REPLICATION_PASSWORD"
primary=(--host "${PRIMARY_HOST:-primary}" --username replicator --no-password --slot portal_standby)
# Renamed once it is whole: a copy cut short must never start, as a second primary least of all.
copy="$PGDATA.copy"
until
  rm -rf "$copy" &&
    pg_receivewal "${primary[@]}" --create-slot --if-not-exists &&
    pg_basebackup "${primary[@]}" --pgdata "$copy" --wal-method stream --checkpoint fast --write-recovery-conf
do
  echo 'The primary cannot be copied yet; trying again in 2 s.'
  sleep 2
done
# The name that the primary's synchronous_standby_names waits for.
echo "cluster_name = 'portal_standby'" >> "$copy/postgresql.auto.conf"
mv "$copy" "$PGDATA"
