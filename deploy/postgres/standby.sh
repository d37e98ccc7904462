#!/bin/bash
# A standby that copies the primary on its first start, and follows it from then on.
set -euo pipefail
install -d -o postgres -g postgres -m 0700 "$PGDATA"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  export PGPASSWORD="$REPLICATION_PASSWORD"
  until gosu postgres pg_basebackup --host primary --username replicator --pgdata "$PGDATA" \
    --wal-method stream --slot portal_standby --checkpoint fast; do
    echo 'The primary cannot be copied yet; trying again in 2 s'
    sleep 2
  done
  gosu postgres touch "$PGDATA/standby.signal"
  gosu postgres tee -a "$PGDATA/postgresql.auto.conf" > /dev/null <<CONF
primary_conninfo = 'host=primary user=replicator password=$REPLICATION_PASSWORD application_name=portal_standby'
primary_slot_name = 'portal_standby'
CONF
fi
exec gosu postgres postgres -c config_file=/etc/postgresql/portal.conf
