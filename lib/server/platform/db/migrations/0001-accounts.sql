-- Accounts: what happens to them. What a company says of itself is edited in cms.companies; an account is a company's id.

-- Facts are written once: the database refuses what would change them (R4.6), whoever asks.
create function portal.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on %.% refused: facts are append-only', tg_op, tg_table_schema, tg_table_name
    using errcode = 'restrict_violation';
end
$$;

create procedure portal.make_append_only(target regclass) language plpgsql as $$
begin
  execute format('create trigger append_only before update or delete on %s for each row execute function portal.refuse_change()', target);
  execute format('create trigger append_only_truncate before truncate on %s for each statement execute function portal.refuse_change()', target);
end
$$;

create table portal.credentials (
  account_id integer primary key references cms.companies (id),
  password_hash text not null,
  changed_at timestamptz not null default now()
);

create table portal.email_confirmations (
  id bigint generated always as identity primary key,
  account_id integer not null references cms.companies (id),
  email text not null,
  confirmed_at timestamptz not null default now()
);
create index on portal.email_confirmations (account_id);
call portal.make_append_only('portal.email_confirmations');

-- The account's status is its last decision; without one it awaits confirmation.
create table portal.account_decisions (
  id bigint generated always as identity primary key,
  account_id integer not null references cms.companies (id),
  kind text not null check (kind in ('confirmed', 'deactivated', 'reactivated')),
  reason text,
  staff_id integer,
  at timestamptz not null default now()
);
create index on portal.account_decisions (account_id, id desc);
call portal.make_append_only('portal.account_decisions');

create view portal.accounts as
select
  company.id as account_id,
  lower(company.email) as email,
  case decision.kind
    when 'deactivated' then 'deactivated'
    when 'confirmed' then 'active'
    when 'reactivated' then 'active'
    else 'awaiting_confirmation'
  end as status,
  decision.reason,
  exists (
    select from portal.email_confirmations confirmation
    where confirmation.account_id = company.id and lower(confirmation.email) = lower(company.email)
  ) as email_confirmed
from cms.companies company
left join lateral (
  select kind, reason from portal.account_decisions
  where account_id = company.id order by id desc limit 1
) decision on true;

-- The token itself is never stored: only its SHA-256.
create table portal.sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  id uuid not null unique default gen_random_uuid(),
  account_id integer not null references cms.companies (id),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  user_agent text not null,
  address text not null
);
create index on portal.sessions (account_id) where ended_at is null;

create table portal.push_subscriptions (
  account_id integer not null references cms.companies (id),
  push_id text not null,
  added_at timestamptz not null default now(),
  primary key (account_id, push_id)
);

-- Letters and push messages, queued in the transaction that causes them and sent by a job.
create table portal.outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  -- null: the auction managers
  account_id integer references cms.companies (id),
  payload jsonb not null,
  dedupe_key text unique,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  last_error text
);
create index on portal.outbox (next_attempt_at) where sent_at is null;

-- Who of the staff did what: written with the act itself, in its transaction.
create table portal.audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  staff_id integer not null,
  action text not null,
  subject text not null,
  details jsonb not null default '{}'
);
create index on portal.audit (subject, id desc);
call portal.make_append_only('portal.audit');
