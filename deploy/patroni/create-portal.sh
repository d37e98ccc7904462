#!/bin/bash
# Patroni runs this once, on the first primary, with a connection string of the superuser. The portal's role owns its database and
# nothing else: it can neither switch off the record's guards nor run programs on the database's machine.
set -euo pipefail
psql --no-psqlrc -v ON_ERROR_STOP=1 -v password="$PORTAL_PASSWORD" --dbname "$1" <<'SQL'
create role portal login password :'password';
create database portal owner portal;
SQL
