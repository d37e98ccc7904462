-- What the staff notes of companies, and the ways into the trail and the letters.

create table portal.account_notes (
  id integer generated always as identity primary key,
  account_id integer not null references cms.companies (id),
  staff_id integer not null,
  text text not null check (length(text) between 1 and 2000),
  at timestamptz not null default now()
);
create index on portal.account_notes (account_id, id desc);
call portal.make_append_only('portal.account_notes');

create index audit_of_staff on portal.audit (staff_id, id desc);
create index audit_of_action on portal.audit (action, id desc);

-- The trail holds in a replica's session too, where ordinary triggers keep silent.
alter table portal.audit enable always trigger append_only;
alter table portal.audit enable always trigger append_only_truncate;

-- Given up because nobody has a use for it any more (too late, link used, not wanted): no failure that anybody must see to.
alter table portal.outbox add column not_needed boolean not null default false check (not not_needed or failed_at is not null);
create index outbox_failed on portal.outbox (id desc) where failed_at is not null and sent_at is null and not not_needed;
