-- Requests to delete an account's personal data, and what was done about them.

create table portal.deletion_requests (
  id integer generated always as identity primary key,
  account_id integer not null references cms.companies (id),
  comment text,
  requested_at timestamptz not null,
  withdrawn_at timestamptz,
  decision text check (decision in ('approved', 'refused')),
  reason text,
  staff_id integer,
  decided_at timestamptz,
  check ((decision is null) = (decided_at is null)),
  check ((decision is null) = (staff_id is null)),
  check (withdrawn_at is null or decision is null)
);
create unique index deletion_requests_waiting on portal.deletion_requests (account_id) where withdrawn_at is null and decision is null;
create index on portal.deletion_requests (account_id, id desc);

-- Accounts whose personal data has been deleted. The company's part in auctions and agreements stays, as the law on
-- accounting asks; who acted for it does not.
create table portal.erasures (
  account_id integer primary key references cms.companies (id),
  request_id integer not null references portal.deletion_requests (id),
  at timestamptz not null
);
call portal.make_append_only('portal.erasures');

-- As before, but for two tables whose facts are about a person: they may be taken away once the account is erased.
create or replace function portal.refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_level = 'ROW' and tg_table_schema = 'portal' and tg_table_name in ('email_confirmations', 'account_notes') then
    if exists (select from portal.erasures erasure where erasure.account_id = old.account_id) then
      return old;
    end if;
  end if;
  raise exception '% on %.% refused: facts are append-only', tg_op, tg_table_schema, tg_table_name
    using errcode = 'restrict_violation';
end
$$;
