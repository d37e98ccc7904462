-- How the staff signs in: sessions of the portal's own, a second factor, links for a new password. As for accounts, only
-- hashes of tokens are kept.

create table portal.staff_sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  id uuid not null unique default gen_random_uuid(),
  staff_id integer not null references cms.staff (id) on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- Opened, or proven since, with a code: where the role needs one, a session without it opens nothing.
  second_factor boolean not null,
  user_agent text not null,
  address text not null
);
create index on portal.staff_sessions (staff_id) where ended_at is null;

create table portal.staff_second_factors (
  staff_id integer primary key references cms.staff (id) on delete cascade,
  secret bytea not null,
  begun_at timestamptz not null,
  enabled_at timestamptz,
  last_step bigint,
  failures integer not null default 0,
  failures_since timestamptz
);

create table portal.staff_recovery_codes (
  staff_id integer not null references portal.staff_second_factors (staff_id) on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (staff_id, code_hash)
);

-- Whoever knew the password, and still owes a code or the first setting up of a second factor.
create table portal.staff_sign_in_tickets (
  token_hash bytea primary key check (length(token_hash) = 32),
  staff_id integer not null references cms.staff (id) on delete cascade,
  enrols boolean not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > issued_at),
  used_at timestamptz
);
create index on portal.staff_sign_in_tickets (staff_id);

-- The token is made anew from the id and a key that the database does not have.
create table portal.staff_password_links (
  id uuid primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  staff_id integer not null references cms.staff (id) on delete cascade,
  issued_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > issued_at),
  used_at timestamptz
);
create index on portal.staff_password_links (staff_id, issued_at);

-- Payload's own sessions and links end here: they were opened with a password alone.
delete from cms.staff_sessions;
update cms.staff set reset_password_token = null, reset_password_expiration = null, login_attempts = 0, lock_until = null;
