#!/bin/bash
# Clones the primary at $PRIMARY_HOST into an empty $PGDATA, so that a server started there becomes its standby.
# Run as PostgreSQL's account; $REPLICATION_PASSWORD is that of the role replicator.
set -euo pipefail
if [ -s "$PGDATA/PG_VERSION" ]; then
  echo "$PGDATA already contains a database; nothing was cloned."
  exit
fi
if [ -d "$PGDATA" ]; then rmdir "$PGDATA"; fi
export PGPASSWORD="$REPLICATION_PASSWORD"
primary=(--host "${PRIMARY_HOST:-primary}" --username replicator --no-password --slot portal_standby)
# Renamed when complete, because a partial copy must never start, least of all as a second primary.
copy="$PGDATA.copy"
until
  rm -rf "$copy" &&
    pg_receivewal "${primary[@]}" --create-slot --if-not-exists &&
    pg_basebackup "${primary[@]}" --pgdata "$copy" --wal-method stream --checkpoint fast --write-recovery-conf
do
  echo 'The primary cannot be cloned yet; retrying in 2 s.'
  sleep 2
done
# The name that the primary's synchronous_standby_names waits for.
echo "cluster_name = 'portal_standby'" >> "$copy/postgresql.auto.conf"
mv "$copy" "$PGDATA"
