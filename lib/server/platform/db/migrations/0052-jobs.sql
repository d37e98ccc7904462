-- The workers that take jobs from the queue (schema graphile_worker). One that says nothing for a minute has died with its server, and
-- what it had taken is given to the others.
create table portal.job_workers (
  id text primary key,
  seen_at timestamptz not null default now()
);
