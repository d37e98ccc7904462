-- Run this on the standby once the primary is lost and cannot restart (docs/operations.md, "Failover"):
--   psql -h standby -U postgres -d postgres -f deploy/postgres/promote.sql
-- The new primary has no standby yet; otherwise its commits would wait for one forever.
alter system set synchronous_standby_names = '';
select pg_reload_conf();
select pg_promote(true, 60);
