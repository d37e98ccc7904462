-- Counters of attempts to sign in and of letters asked for, shared by all servers. The key holds hashes, never what was typed.
-- The columns are those of rate-limiter-flexible's PostgreSQL store. Unlogged: counters may be lost with a crash, and cost no WAL.
create unlogged table portal.sign_in_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index on portal.sign_in_limits (expire);
