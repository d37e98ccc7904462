-- Links in letters that prove who reads a mailbox, and the letters themselves.

-- The token is made anew from the id and a key that the database does not have; here stands only its SHA-256.
create table portal.account_tokens (
  id uuid primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  kind text not null check (kind in ('email_confirmation', 'email_change', 'password_reset')),
  account_id integer not null references cms.companies (id),
  -- The mailbox that the link is sent to.
  email text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > issued_at),
  used_at timestamptz,
  -- A newer link of its kind was asked for.
  voided_at timestamptz,
  check (used_at is null or voided_at is null)
);
create unique index account_tokens_live on portal.account_tokens (account_id, kind) where used_at is null and voided_at is null;
create index on portal.account_tokens (account_id, kind, issued_at);

-- Single use is a fact of the database: what was used or voided stays so.
create function portal.guard_account_token() returns trigger language plpgsql as $$
begin
  if old.used_at is not null or old.voided_at is not null
    or (new.id, new.token_hash, new.kind, new.account_id, new.email, new.issued_at, new.expires_at)
      is distinct from (old.id, old.token_hash, old.kind, old.account_id, old.email, old.issued_at, old.expires_at) then
    raise exception 'a token is used once and never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger single_use before update on portal.account_tokens for each row execute function portal.guard_account_token();

-- Given up after the last attempt, or too late to be of use; last_error says which.
alter table portal.outbox add column failed_at timestamptz;
drop index portal.outbox_next_attempt_at_idx;
create index outbox_due on portal.outbox (next_attempt_at, id) where sent_at is null and failed_at is null;

create function portal.announce_outbox() returns trigger language plpgsql as $$
begin
  perform pg_notify('portal_outbox', '');
  return null;
end
$$;
create trigger announce after insert on portal.outbox for each statement execute function portal.announce_outbox();

-- The letter of an outbox row as it was written last, for the back office.
create table portal.letters (
  outbox_id bigint primary key references portal.outbox (id),
  kind text not null,
  account_id integer references cms.companies (id),
  recipients text[] not null,
  language text not null check (language in ('uk', 'en', 'ru')),
  subject text not null,
  html text not null,
  text text not null,
  message_id text not null,
  written_at timestamptz not null,
  sent_at timestamptz
);
create index on portal.letters (account_id, outbox_id desc);
