#!/bin/bash
# Runs once, when the primary's data directory is created. It adds the roles of the portal and of replication, and makes
# commits wait for the standby.
set -euo pipefail
echo 'host replication replicator all scram-sha-256' >> "$PGDATA/pg_hba.conf"
sql() { psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" "$@"; }
# The portal's role owns its database and nothing else.
sql --set password="$PORTAL_PASSWORD" <<'PORTAL'
create role portal login password :'password';
alter database portal owner to portal;
PORTAL
sql --set password="$REPLICATION_PASSWORD" <<'SQL'
create role replicator with replication login password :'password';
-- Last, because there is no standby yet for commits to wait for. It takes effect at the next start.
alter system set synchronous_standby_names = 'FIRST 1 (portal_standby)';
SQL
