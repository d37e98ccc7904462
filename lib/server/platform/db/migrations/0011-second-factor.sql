-- The second factor of an account: time-based codes of an authenticator app, and recovery codes for when it is lost.

create table portal.second_factors (
  account_id integer primary key references cms.companies (id),
  -- AES-256-GCM under a key that the database does not have: nonce, tag, ciphertext; bound to the account.
  secret bytea not null,
  begun_at timestamptz not null,
  -- null: begun, not yet proven by a first code; nothing asks for it until then.
  enabled_at timestamptz,
  -- The time step of the last code that was accepted: a code is good once.
  last_step bigint,
  failures integer not null default 0,
  failures_since timestamptz
);

-- HMAC-SHA256 under the same kind of key; a code that was used stays, so that it can be told from a wrong one.
create table portal.recovery_codes (
  account_id integer not null references portal.second_factors (account_id) on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- Whoever knew the password and still owes the code.
create table portal.sign_in_tickets (
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id integer not null references cms.companies (id),
  issued_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > issued_at),
  used_at timestamptz
);
create index on portal.sign_in_tickets (account_id);

-- What happened to an account's second factor, and from where.
create table portal.second_factor_events (
  id bigint generated always as identity primary key,
  account_id integer not null references cms.companies (id),
  kind text not null check (kind in ('enabled', 'disabled', 'reset_by_manager', 'recovery_code_used', 'recovery_codes_renewed')),
  staff_id integer,
  address text not null,
  at timestamptz not null
);
create index on portal.second_factor_events (account_id, id desc);
