-- What tells a time without servers from a clock that was set: the order of signs of life whatever clocks say, and time by the machine's
-- timer, which nobody can set. Null in rows of servers of an earlier version.
create sequence portal.signs_of_life;
alter table portal.servers
  add column beat bigint,
  -- Names the machine's boot: running_ms of one boot can be compared.
  add column boot text,
  add column running_ms double precision,
  add column machine_at timestamptz,
  add column database_at timestamptz;
