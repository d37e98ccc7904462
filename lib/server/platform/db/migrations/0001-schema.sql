-- The portal's own tables. Edited content is in the schema cms, which is migrated first; 0002 adds the guards of facts.

-- Facts about accounts. A company edits its own details in cms.companies; an account is a company's id, and one bidder
-- (R14.1).

-- The people of a company, each with a separate email and password (R14.2).
create table portal.people (
  id integer generated always as identity primary key,
  company_id integer not null references cms.companies (id),
  email text not null check (email = lower(email)),
  surname text not null,
  name text not null,
  patronymic text not null default '',
  phone text not null,
  role text not null check (role in ('owner', 'trader', 'viewer')),
  -- The language of emails.
  language text not null default 'uk' check (language in ('uk', 'en', 'ru')),
  created_at timestamptz not null default now(),
  signed_in_at timestamptz,
  -- Suspended by a manager; deactivations of companies are in portal.account_decisions.
  deactivated_at timestamptz,
  -- Removed by an owner, or by the person: the row stays, because the person's actions stay on record.
  removed_at timestamptz,
  -- When the personal data was deleted.
  erased_at timestamptz,
  check (erased_at is null or removed_at is not null)
);
-- An email address belongs to one person.
create unique index people_emails on portal.people (email) where removed_at is null;
create index on portal.people (company_id, id) where removed_at is null;

-- The name by which colleagues, managers and the managers' protocols refer to a person.
create function portal.person_name(person portal.people) returns text language sql immutable parallel safe as $$
  select case when person.erased_at is not null then '—' else nullif(concat_ws(' ', person.surname, person.name, nullif(person.patronymic, '')), '') end
$$;

-- A company that registers has one person, its first owner.
create function portal.begin_people() returns trigger language plpgsql as $$
begin
  insert into portal.people (company_id, email, surname, name, patronymic, phone, role, language, created_at)
  values (new.id, lower(new.email), new.surname, new.name, coalesce(new.patronymic, ''), new.phone, 'owner', coalesce(new.language::text, 'uk'), coalesce(new.created_at, now()));
  return null;
end
$$;
create trigger begin_people after insert on cms.companies for each row execute function portal.begin_people();

-- Lists, searches, exports and emails to managers show one person per company: its longest-standing owner.
create function portal.follow_contact() returns trigger language plpgsql as $$
begin
  update cms.companies company
  set email = contact.email, surname = contact.surname, name = contact.name, patronymic = contact.patronymic, phone = contact.phone,
    language = contact.language::cms.enum_companies_language, updated_at = now()
  from (
    select person.* from portal.people person
    where person.company_id = new.company_id and person.role = 'owner' and person.removed_at is null order by person.id limit 1
  ) contact
  where company.id = new.company_id
    and (lower(company.email), company.surname, company.name, coalesce(company.patronymic, ''), company.phone, company.language::text)
      is distinct from (contact.email, contact.surname, contact.name, contact.patronymic, contact.phone, contact.language);
  return null;
end
$$;
create trigger follow_contact after insert or update of email, surname, name, patronymic, phone, language, role, removed_at on portal.people
  for each row execute function portal.follow_contact();

-- Invitations to join a company's people. Their tokens are derived like those of portal.one_time_tokens.
create table portal.invitations (
  id uuid primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  company_id integer not null references cms.companies (id),
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'trader', 'viewer')),
  invited_by integer not null references portal.people (id),
  invited_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > invited_at),
  accepted_at timestamptz,
  -- Withdrawn by an owner, by another invitation to the same address, or because the inviter is no longer an owner.
  withdrawn_at timestamptz,
  check (accepted_at is null or withdrawn_at is null)
);
create unique index one_live_invitation on portal.invitations (company_id, email) where accepted_at is null and withdrawn_at is null;
create index on portal.invitations (company_id, invited_at);
create index on portal.invitations (email, invited_at);

-- R14.3: registrations with the EDRPOU of an active company, whose owners admit or refuse the person.
create table portal.access_requests (
  id integer generated always as identity primary key,
  company_id integer not null references cms.companies (id),
  person_id integer not null references portal.people (id),
  requested_at timestamptz not null default now(),
  decision text check (decision in ('admitted', 'refused')),
  decided_by integer references portal.people (id),
  decided_at timestamptz,
  unique (company_id, person_id),
  check ((decision is null) = (decided_at is null))
);
create index on portal.access_requests (company_id) where decision is null;

-- A company's additional address for documents.
create table portal.documents_addresses (
  company_id integer primary key references cms.companies (id),
  email text not null check (email = lower(email))
);

-- Actions of a company's people that no other table records: changes of people and data, downloads.
create table portal.company_audit (
  id bigint generated always as identity primary key,
  company_id integer not null references cms.companies (id),
  person_id integer not null references portal.people (id),
  at timestamptz not null default now(),
  action text not null,
  -- person:12, invitation:<uuid>, agreement:3, file:44, auction:7; empty: the company itself
  subject text not null default '',
  details jsonb not null default '{}'
);
create index on portal.company_audit (company_id, id desc);

-- Tokens with which a company's own programs call the API, in the name of an owner.
create table portal.api_tokens (
  id integer generated always as identity primary key,
  -- The secret itself is never stored: only its SHA-256.
  token_hash bytea not null unique check (length(token_hash) = 32),
  company_id integer not null references cms.companies (id),
  person_id integer not null references portal.people (id),
  name text not null,
  scope text not null check (scope in ('read', 'bid')),
  -- An address or a range in CIDR notation; null: any address.
  addresses text,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at and expires_at <= created_at + interval '366 days'),
  last_used_at timestamptz,
  ended_at timestamptz
);
create index on portal.api_tokens (company_id) where ended_at is null;
create index on portal.api_tokens (person_id) where ended_at is null;

-- A token ends when the person in whose name it acts is no longer an owner, or the company loses access. It is not
-- restored with either.
create function portal.end_tokens_of_person() returns trigger language plpgsql as $$
begin
  update portal.api_tokens set ended_at = now() where person_id = new.id and ended_at is null;
  return null;
end
$$;
create trigger end_tokens after update of role, removed_at, deactivated_at on portal.people for each row
  when (new.role <> 'owner' or new.removed_at is not null or new.deactivated_at is not null) execute function portal.end_tokens_of_person();

create table portal.credentials (
  person_id integer primary key references portal.people (id),
  password_hash text not null,
  changed_at timestamptz not null default now()
);

create table portal.email_confirmations (
  id bigint generated always as identity primary key,
  person_id integer not null references portal.people (id),
  email text not null,
  confirmed_at timestamptz not null default now()
);
create index on portal.email_confirmations (person_id);

-- The account's status is its last decision; without one it awaits confirmation.
create table portal.account_decisions (
  id bigint generated always as identity primary key,
  company_id integer not null references cms.companies (id),
  kind text not null check (kind in ('confirmed', 'rejected', 'deactivated', 'reactivated')),
  reason text,
  staff_id integer,
  at timestamptz not null default now()
);
create index on portal.account_decisions (company_id, id desc);

create function portal.end_tokens_of_company() returns trigger language plpgsql as $$
begin
  update portal.api_tokens set ended_at = now() where company_id = new.company_id and ended_at is null;
  return null;
end
$$;
create trigger end_tokens after insert on portal.account_decisions for each row
  when (new.kind = 'deactivated') execute function portal.end_tokens_of_company();

-- A company's people and the staff share the tables of the sign-in; either person_id or staff_id is set.

-- The token itself is never stored: only its SHA-256.
create table portal.sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  id uuid not null unique default gen_random_uuid(),
  person_id integer references portal.people (id),
  staff_id integer references cms.staff (id) on delete cascade,
  realm text not null generated always as (case when staff_id is null then 'buyer' else 'staff' end) stored,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- Opened or later confirmed with a code: for roles that need one, a session without it grants no access.
  second_factor boolean not null default false,
  user_agent text not null,
  address text not null,
  -- R14.4: a salted hash of the device cookie of the browser, the same for all companies that sign in there.
  browser bytea check (length(browser) = 32),
  check (num_nonnulls(person_id, staff_id) = 1)
);
create index on portal.sessions (person_id) where ended_at is null;
create index on portal.sessions (staff_id) where ended_at is null;

create table portal.push_subscriptions (
  person_id integer not null references portal.people (id),
  push_id text not null,
  added_at timestamptz not null default now(),
  id bigint generated always as identity unique,
  -- The session that added it; the subscription is deleted when that ends.
  session_id uuid,
  primary key (person_id, push_id)
);
create index on portal.push_subscriptions (session_id);
-- A browser's subscription belongs to the person who signed in there last.
create index on portal.push_subscriptions (push_id);

-- Emails and push messages, queued in the transaction that causes them and sent by a job.
create table portal.outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  -- null: the auction managers
  company_id integer references cms.companies (id),
  -- One of the account's people; null if the email goes to the address for documents, or to people chosen when it is sent.
  person_id integer references portal.people (id),
  -- The address for documents.
  email text,
  -- Which of a company's people get it, by role, and 'documents' for its address for documents; null: owners and traders.
  recipients text[],
  payload jsonb not null,
  dedupe_key text unique,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  last_error text,
  -- Given up after the last attempt, or too late to be of use; last_error says which.
  failed_at timestamptz,
  -- Given up because it is obsolete (too late, link used, not wanted): not a failure to investigate.
  not_needed boolean not null default false check (not not_needed or failed_at is not null)
);
create index outbox_due on portal.outbox (next_attempt_at, id) where sent_at is null and failed_at is null;
create index outbox_failed on portal.outbox (id desc) where failed_at is not null and sent_at is null and not not_needed;
-- Emails of one company, and emails by how they ended, newest first.
create index outbox_of_account on portal.outbox (company_id, id desc);
create index outbox_not_needed on portal.outbox (id desc) where sent_at is null and not_needed;

-- Addresses whose mail servers refuse emails for good. By the address: a person with a changed one starts anew.
create table portal.refused_addresses (
  email text primary key check (email = lower(email)),
  since timestamptz not null,
  last_at timestamptz not null,
  -- The mail server's answer.
  reason text not null,
  -- An email was taken since. Where refusals come back as reports, that proves nothing until a day has passed without one.
  over_at timestamptz
);

-- Since when an address has refused emails; null: it takes them, as far as is known.
create function portal.refuses_since(address text) returns timestamptz language sql stable parallel safe as $$
  select since from portal.refused_addresses where email = lower(address) and (over_at is null or over_at > now())
$$;

-- How far the mailbox to which reports of undelivered emails return has been read.
create table portal.report_mailbox (
  -- The server's number for the mailbox: message numbers of another one mean other messages (RFC 3501, UIDVALIDITY).
  validity text primary key,
  last_uid bigint not null
);

-- Turns an email to a company into one for each of its recipients: when it is queued or, if it is to be sent later, when it is
-- first attempted, because people join and leave. The database does it because SQL writes emails too (record_bids,
-- announce_auction), so that no writer can forget it.
create function portal.address_email() returns trigger language plpgsql as $$
declare
  recipients text[] := coalesce(new.recipients, array['owner', 'trader']);
  recipient record;
begin
  -- The age of an email to be sent later counts from then.
  if tg_op = 'UPDATE' then
    new.created_at := greatest(old.created_at, old.next_attempt_at);
  end if;
  for recipient in
    select id, null::text as email from portal.people
    where company_id = new.company_id and role = any (recipients) and removed_at is null and deactivated_at is null
    union all
    select null, email from portal.documents_addresses where company_id = new.company_id and 'documents' = any (recipients)
    order by id
  loop
    if new.person_id is null and new.email is null then
      new.person_id := recipient.id;
      new.email := recipient.email;
    else
      insert into portal.outbox (kind, company_id, person_id, email, payload, dedupe_key, created_at, next_attempt_at)
      values (new.kind, new.company_id, recipient.id, recipient.email, new.payload, new.dedupe_key || ':' || coalesce(recipient.id::text, 'documents'),
        new.created_at, least(new.next_attempt_at, now()))
      on conflict (dedupe_key) do nothing;
    end if;
  end loop;
  if tg_op = 'INSERT' and new.person_id is null and new.email is null then
    return null;
  end if;
  return new;
end
$$;
create trigger address_email before insert or update on portal.outbox for each row
  when (new.company_id is not null and new.person_id is null and new.email is null and (new.attempts > 0 or new.next_attempt_at <= now()))
  execute function portal.address_email();

-- The staff's actions, each written in the transaction of the action itself.
create table portal.audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  staff_id integer not null,
  action text not null,
  subject text not null,
  details jsonb not null default '{}'
);
create index audit_of_staff on portal.audit (staff_id, id desc);
create index audit_of_action on portal.audit (action, id desc);
-- Filters of the trail: by subject and by day.
create index audit_of_object on portal.audit (split_part(subject, ':', 1), id desc);
create index audit_at on portal.audit (at);
create index on portal.audit (subject, id desc);

-- Auctions: the events. A lot's edited terms are in cms.auctions (read through cms.lots).
--
-- portal.auction_log is the one record: a gapless chain of hashes for each auction (R8.4), public by itself, so that its
-- bodies name participants and applications by number only (R8.3). Heads, bids and results are made from it by the
-- database, in the statement that appends, and cannot be written any other way: so they cannot disagree with it.

-- R2.1: a company's one preliminary bid; never changed, never replaced. A company is an EDRPOU, whichever of its accounts applies.
create table portal.applications (
  id integer generated always as identity primary key,
  auction_id integer not null references cms.auctions (id),
  company_id integer not null references cms.companies (id),
  -- The person who applied; null for the demo's applications.
  person_id integer references portal.people (id),
  -- The account's EDRPOU at the time of the application.
  edrpou text not null,
  -- Counts from 1 in the order of the log; identifies an application until it has a participant number.
  number integer not null check (number > 0),
  -- R2.3: price, quantities and the nonce of the log's seal, encrypted: with the nonce, anyone could try the few
  -- possible values against the public seal. After the start the bids hold them.
  sealed bytea not null,
  received_at timestamptz not null,
  unique (auction_id, company_id),
  unique (auction_id, edrpou),
  unique (auction_id, number)
);
create index applications_of_account_newest on portal.applications (company_id, id desc);
create index on portal.applications (company_id, auction_id);

create table portal.application_decisions (
  application_id integer not null references portal.applications (id),
  kind text not null check (kind in ('documents_sent', 'confirmed', 'rejected', 'withdrawn')),
  auction_id integer not null,
  participant integer check (participant > 0),
  reason text,
  -- R14.4: why it was confirmed although a related company was; only the staff see it. The log has a hash of nonce and note.
  note text,
  note_nonce text,
  -- null: the system (R2.5), or the buyer itself
  staff_id integer,
  -- One of the buyer's people
  person_id integer references portal.people (id),
  at timestamptz not null,
  primary key (application_id, kind),
  unique (auction_id, participant),
  check ((kind = 'confirmed') = (participant is not null)),
  check ((kind = 'confirmed') = (note_nonce is not null))
);

-- One row for each auction whose log has begun: writers lock it, and it holds the position of the log.
create table portal.auction_heads (
  auction_id integer primary key references cms.auctions (id),
  log_seq bigint not null default 0,
  last_hash text not null default repeat('0', 64),
  bid_seq bigint not null default 0,
  applications integer not null default 0,
  -- Participant numbers assigned (R2.4), withdrawn ones included.
  participants integer not null default 0,
  effective_end timestamptz not null,
  hard_end timestamptz not null,
  started_at timestamptz,
  -- R13.1: when bidding was halted; null once a manager has resumed it.
  halted_at timestamptz,
  ended_at timestamptz,
  unsuccessful_at timestamptz,
  cancelled_at timestamptz,
  completed_at timestamptz,
  -- Lists of finished auctions, newest first, whatever their outcome.
  finished_at timestamptz generated always as (coalesce(completed_at, cancelled_at, unsuccessful_at)) stored
)
-- Every write of bids updates one row here; spare space in the page keeps these updates heap-only.
with (fillfactor = 40);
create index auction_heads_open on portal.auction_heads (auction_id)
  where unsuccessful_at is null and cancelled_at is null and completed_at is null;
create index auction_heads_unsuccessful on portal.auction_heads (unsuccessful_at desc, auction_id desc) where unsuccessful_at is not null;
create index auction_heads_cancelled on portal.auction_heads (cancelled_at desc, auction_id desc) where cancelled_at is not null;
create index auction_heads_completed on portal.auction_heads (completed_at desc, auction_id desc) where completed_at is not null;
create index auction_heads_finished on portal.auction_heads (finished_at desc, auction_id desc) where finished_at is not null;

create table portal.auction_log (
  auction_id integer not null,
  seq bigint not null check (seq > 0),
  at timestamptz not null,
  kind text not null,
  -- Canonical JSON: it begins with seq, kind and at, and has no line breaks.
  body text not null,
  previous_hash text not null,
  hash text not null,
  primary key (auction_id, seq),
  constraint body_is_of_this_entry check (starts_with(body, '{"seq":' || seq || ',"kind":"' || kind || '","at":"'
    || to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"')),
  constraint hash_is_of_this_body check (hash = encode(sha256(convert_to(previous_hash || E'\n' || body, 'UTF8')), 'hex'))
);
-- Entries that move an auction's end are rare.
create index auction_log_moves on portal.auction_log (auction_id, seq) where kind in ('extended', 'outage', 'resumed');
-- The few entries of a finished auction that exclude bids from its ranking. The results use them to compute the prices
-- that would have won, without reading all bids.
create index auction_log_ranking_changes on portal.auction_log (auction_id, seq)
  where kind in ('account_deactivated', 'account_reactivated', 'winner_disqualified', 'partial_refused', 'partial_accepted');

-- R4.6, R4.9
create table portal.bids (
  auction_id integer not null,
  seq bigint not null check (seq > 0),
  log_seq bigint not null,
  company_id integer not null,
  participant integer not null,
  price bigint not null check (price > 100),
  quantity bigint not null check (quantity > 0),
  minimum_quantity bigint not null check (minimum_quantity > 0 and minimum_quantity <= quantity),
  final boolean not null,
  -- Made from the application at the start (R3.1).
  preliminary boolean not null,
  -- Placed by the portal for an automatic order (R10).
  automatic boolean not null,
  received_at timestamptz not null,
  primary key (auction_id, seq)
);
create index bids_of_account on portal.bids (company_id, auction_id, seq);

-- R10.5: each company's automatic order, sealed as applications are and bound to the entry of the log that left it.
-- Deleted when it is replaced, withdrawn or over: only its seal stays on record.
create table portal.automatic_orders (
  auction_id integer not null references cms.auctions (id),
  company_id integer not null references cms.companies (id),
  log_seq bigint not null,
  -- The person who left it (R14.1).
  person_id integer not null references portal.people (id),
  sealed bytea not null,
  primary key (auction_id, company_id)
);

-- R4.8: requests with an idempotency key, and their answers.
create table portal.bid_requests (
  auction_id integer not null,
  company_id integer not null,
  idempotency_key text not null,
  -- A hash of the request; the same key with another request is refused.
  fingerprint text not null,
  received_at timestamptz not null,
  -- null: refused, or an automatic order
  bid_seq bigint,
  answer text not null,
  primary key (auction_id, company_id, idempotency_key)
);

-- R14.1: the person who placed a bid. Separate from the record, which names no one.
create table portal.bid_people (
  auction_id integer not null,
  bid_seq bigint not null,
  person_id integer not null references portal.people (id),
  primary key (auction_id, bid_seq)
);
create index on portal.bid_people (person_id);

-- Sums sold by each auction. Without them, totals over all completed auctions read the texts of every agreement, which took
-- nine tenths of their time with 10 000 auctions. Triggers derive them from the agreements; an agreement without a quantity
-- or a price does not count.
create function portal.sales_figure(agreements jsonb, figure text) returns numeric language sql immutable parallel safe as $$
  select case figure
      when 'quantity' then sum(quantity)
      when 'value' then sum(price::numeric * quantity)
      when 'lowest_price' then min(price)
      when 'highest_price' then max(price)
    end
  from (
    select cms.smallest_units(agreement ->> 'quantity') as quantity, cms.smallest_units(agreement ->> 'price') as price
    from jsonb_array_elements(case when jsonb_typeof(agreements) = 'array' then agreements else '[]' end) agreement
  ) sale
  where quantity > 0 and price > 0
$$;

-- R8.2: the public result, for lists of finished auctions.
create table portal.auction_results (
  auction_id integer primary key,
  completed_at timestamptz not null,
  participants integer not null,
  winners integer not null,
  volume_sold bigint not null,
  average_price bigint,
  final_price bigint,
  -- [{participant, quantity, price, sum}], the best price first, in the wire's decimal strings
  agreements jsonb not null,
  -- Thousandths; kopecks times thousandths; kopecks. Null: nothing was sold.
  sold_quantity numeric generated always as (portal.sales_figure(agreements, 'quantity')) stored,
  sold_value numeric generated always as (portal.sales_figure(agreements, 'value')) stored,
  lowest_sold numeric generated always as (portal.sales_figure(agreements, 'lowest_price')) stored,
  highest_sold numeric generated always as (portal.sales_figure(agreements, 'highest_price')) stored
);
create index on portal.auction_results (completed_at desc, auction_id desc);

-- The part of a decision that the public log omits: who made it, and a reason that may name a person.
create table portal.selection_decisions (
  id bigint generated always as identity primary key,
  auction_id integer not null references portal.auction_heads (auction_id),
  kind text not null check (kind in ('winners_confirmed', 'winner_disqualified', 'partial_accepted', 'partial_refused', 'completed', 'cancelled', 'halted', 'resumed', 'question_answered')),
  participant integer,
  quantity bigint,
  reason text,
  document_id text,
  staff_id integer,
  company_id integer,
  person_id integer references portal.people (id),
  at timestamptz not null
);
create index on portal.selection_decisions (auction_id, id);

-- R8.2: marks completed auctions whose agreements exist. Agreements are edited later, so they are content.
create table portal.agreements_made (
  auction_id integer primary key references portal.auction_heads (auction_id),
  at timestamptz not null
);

-- Renewed once a second by whichever server is first, in a transaction that proves that a bid could be written (R3.2).
create table portal.heartbeat (
  single boolean primary key default true check (single),
  beat bigint not null,
  -- At the last beat: the server (null once it has stopped in order), the portal's time, and the boot id and monotonic timer of its machine.
  server text,
  at timestamptz,
  boot text,
  elapsed_ms double precision,
  -- The portal's time minus the database's: 0 unless the database's clock was set while the portal ran (R0.4).
  shift_ms double precision not null default 0
);
insert into portal.heartbeat (beat) values (0);

-- R3.2: spans in which no bid could be recorded.
create table portal.outages (
  id bigint generated always as identity primary key,
  since timestamptz not null,
  until timestamptz not null,
  noticed_by text not null,
  check (until > since),
  unique (since),
  -- The auctions whose end the outage has moved.
  auctions integer[]
);

-- The chat of a buyer and the administrator in an auction, and indexes of the lists that people read.
create table portal.chat_messages (
  id integer generated always as identity primary key,
  auction_id integer not null references cms.auctions (id),
  -- The buyer of the conversation, also for the administrator's messages.
  company_id integer not null references cms.companies (id),
  author text not null check (author in ('buyer', 'administrator', 'system')),
  staff_id integer,
  -- The person who wrote.
  person_id integer references portal.people (id),
  text text not null check (length(text) between 1 and 2000),
  sent_at timestamptz not null,
  check ((author = 'administrator') = (staff_id is not null))
);
create index on portal.chat_messages (auction_id, company_id, id);

-- The lists of conversations, derived from the messages in the statement that adds them.
create table portal.chat_conversations (
  auction_id integer not null,
  company_id integer not null,
  last_message_id integer not null,
  -- The buyer's messages since the administrator's last one.
  unanswered integer not null,
  primary key (auction_id, company_id)
);
create index chat_conversations_waiting on portal.chat_conversations (auction_id) where unanswered > 0;

-- Up to which message a company has read its conversation: somebody who may answer saw it, or wrote after it.
create table portal.chat_readings (
  auction_id integer not null references cms.auctions (id),
  company_id integer not null references cms.companies (id),
  message_id integer not null,
  primary key (auction_id, company_id)
);

-- The administrator's messages that a company has not read yet.
create function portal.unread_messages(auction integer, company integer) returns integer language sql stable as $$
  select count(*)::integer from portal.chat_messages message
  where message.auction_id = auction and message.company_id = company and message.author = 'administrator' and message.id > coalesce(
    (select reading.message_id from portal.chat_readings reading where reading.auction_id = auction and reading.company_id = company), 0)
$$;

create function portal.follow_chat() returns trigger language plpgsql as $$
begin
  if new.author = 'buyer' then
    insert into portal.chat_readings (auction_id, company_id, message_id) values (new.auction_id, new.company_id, new.id)
    on conflict (auction_id, company_id) do update set message_id = new.id;
  end if;
  insert into portal.chat_conversations as conversation (auction_id, company_id, last_message_id, unanswered)
  values (new.auction_id, new.company_id, new.id, case when new.author = 'buyer' then 1 else 0 end)
  on conflict (auction_id, company_id) do update set
    last_message_id = new.id,
    unanswered = case new.author
      when 'buyer' then conversation.unanswered + 1
      when 'administrator' then 0
      else conversation.unanswered
    end;
  perform pg_notify('portal_chat', json_build_object('auction_id', new.auction_id, 'company_id', new.company_id, 'id', new.id)::text);
  return null;
end
$$;
create trigger follow after insert on portal.chat_messages for each row execute function portal.follow_chat();

-- R12.1: questions of companies on lots, visible to managers only. Once published, a question is in the auction's log,
-- in the manager's wording and without its author.
create table portal.questions (
  id integer generated always as identity primary key,
  auction_id integer not null references cms.auctions (id) on delete cascade,
  company_id integer not null references cms.companies (id),
  person_id integer not null references portal.people (id),
  language text not null check (language in ('uk', 'en', 'ru')),
  text text not null check (length(text) between 1 and 1000),
  asked_at timestamptz not null,
  -- Its number on the lot's page, once it is answered.
  number integer,
  rejection text,
  staff_id integer,
  decided_at timestamptz,
  check (number is null or rejection is null),
  check ((decided_at is not null) = (number is not null or rejection is not null)),
  check ((decided_at is null) = (staff_id is null))
);
create index on portal.questions (auction_id, company_id, id);
create index questions_open on portal.questions (auction_id) where decided_at is null;

-- Companies that follow a lot without applying.
create table portal.lot_followers (
  auction_id integer not null references cms.auctions (id) on delete cascade,
  company_id integer not null references cms.companies (id),
  since timestamptz not null,
  primary key (auction_id, company_id)
);
create index on portal.lot_followers (company_id);

create index agreements_of_company_newest on cms.agreements (company_id, id desc);

-- Private files live in the database: every server sees them immediately, and backups include them with the record that
-- refers to them.
create table portal.files (
  id bigint generated always as identity primary key,
  -- null: the company itself (a disqualification's file)
  company_id integer references cms.companies (id),
  -- The person who uploaded it.
  person_id integer references portal.people (id),
  kind text not null,
  name text not null check (length(name) between 1 and 200),
  media_type text not null,
  -- It is a signature, or contains signatures (R15.1).
  signed boolean not null default false,
  bytes integer not null check (bytes > 0),
  sha256 bytea not null check (length(sha256) = 32),
  uploaded_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index on portal.files (company_id, id desc) where deleted_at is null;

-- A separate table, so that lists never read the contents.
create table portal.file_contents (
  file_id bigint primary key references portal.files (id) on delete cascade,
  content bytea not null
);
alter table portal.file_contents alter column content set storage external;

-- R11.2, R16.3: bank statements and those of their lines that may be deposits or pay for invoices. A line counts once a manager has counted it.
create table portal.bank_statements (
  id integer generated always as identity primary key,
  name text not null,
  format text not null check (format in ('privatbank', 'oschadbank', 'table', 'xlsx', 'camt053', 'mt940')),
  sha256 bytea not null check (length(sha256) = 32),
  staff_id integer not null,
  imported_at timestamptz not null default now()
);

create table portal.statement_lines (
  id integer generated always as identity primary key,
  statement_id integer not null references portal.bank_statements (id),
  -- Its number in the file, from 1.
  line integer not null check (line > 0),
  -- Identifies a line across files, also those of overlapping periods. Equal lines of one file are as many payments: they count.
  fingerprint bytea not null check (length(fingerprint) = 32),
  occurrence integer not null check (occurrence > 0),
  kind text not null check (kind in ('credit', 'reversal')),
  booked_on date not null,
  amount bigint not null check (amount > 0),
  account_iban text not null,
  -- Empty if the bank gives none.
  document_number text not null,
  payer_name text not null,
  payer_edrpou text not null,
  payer_iban text not null,
  purpose text not null,
  -- The numbers of references in the purpose that are known: of applications, and of invoices, which are greater.
  referenced_ids integer[] not null,
  -- The line had a separator too many, within its purpose.
  joined boolean not null,
  -- Why it waits although it repeats a known line, and who said so.
  admitted_for text,
  admitted_by integer,
  dismissed_at timestamptz,
  dismissed_by integer,
  unique (fingerprint, occurrence),
  unique (statement_id, line),
  check ((admitted_for is null) = (admitted_by is null)),
  check ((dismissed_at is null) = (dismissed_by is null))
);
create index statement_lines_waiting on portal.statement_lines (id) where dismissed_at is null;
create index statement_lines_set_aside on portal.statement_lines (id) where dismissed_at is not null;
create index on portal.statement_lines (booked_on, amount);

-- Which column of a table holds what, as a person has said for its headings.
create table portal.statement_columns (
  headings_key bytea primary key check (length(headings_key) = 32),
  headings text[] not null,
  columns jsonb not null,
  staff_id integer not null,
  at timestamptz not null
);

-- Money received for an application, in kopecks; negative if the bank took it back.
create table portal.deposit_payments (
  id integer generated always as identity primary key,
  application_id integer not null references portal.applications (id),
  amount bigint not null check (amount <> 0),
  received_on date not null,
  -- A line may pay for several applications, each with a part of its sum.
  line_id integer references portal.statement_lines (id),
  -- Recorded by hand: the total that the manager saw.
  note text,
  staff_id integer not null,
  at timestamptz not null,
  unique (line_id, application_id),
  check ((line_id is null) = (note is not null))
);
create index on portal.deposit_payments (application_id);

-- R11.4
create table portal.deposit_settlements (
  id integer generated always as identity primary key,
  application_id integer not null references portal.applications (id),
  kind text not null check (kind in ('returned', 'applied', 'kept')),
  amount bigint not null check (amount > 0),
  reason text,
  file_id bigint references portal.files (id),
  staff_id integer not null,
  at timestamptz not null,
  check (kind <> 'kept' or (reason is not null and file_id is not null))
);
create index on portal.deposit_settlements (application_id);

-- The state of each deposit, for lots that require one.
create view portal.deposits as
select application.id as application_id, application.auction_id, application.company_id, application.edrpou, money.received, money.balance, fate.since,
  case
    when money.balance > 0 then case when fate.won then 'to_apply' when fate.since is not null then 'to_return' else 'received' end
    when money.last_settled is not null then money.last_settled
    when fate.since is null and not fate.won then 'expected'
    else 'none'
  end as state
from portal.applications application
join cms.lots lot on lot.id = application.auction_id and lot.deposit_rate > 0
left join portal.auction_heads head on head.auction_id = application.auction_id
left join portal.auction_results result on result.auction_id = application.auction_id
cross join lateral (
  select coalesce((select sum(amount) from portal.deposit_payments where application_id = application.id), 0)::bigint as received
) paid
cross join lateral (
  select paid.received, paid.received - coalesce((select sum(amount) from portal.deposit_settlements where application_id = application.id), 0)::bigint as balance,
    (select kind from portal.deposit_settlements where application_id = application.id order by id desc limit 1) as last_settled
) money
cross join lateral (
  select
    coalesce((select min(at) from portal.application_decisions where application_id = application.id and kind in ('withdrawn', 'rejected')), head.finished_at) as since,
    exists (
      select from jsonb_array_elements(result.agreements) agreement
      join portal.application_decisions decision on decision.application_id = application.id and decision.kind = 'confirmed'
      where (agreement ->> 'participant')::integer = decision.participant
    ) as won
) fate;


-- Links in emails, which prove ownership of a mailbox, and the emails themselves.

-- Links, whose tokens the mail worker derives from the id and a key that the database does not have, and tickets of a
-- sign-in that still needs a code or the first set-up of a second factor. Only SHA-256 hashes of tokens are stored.
create table portal.one_time_tokens (
  id uuid primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  kind text not null check (kind in ('email_confirmation', 'email_change', 'password_reset', 'second_factor', 'enrolment')),
  person_id integer references portal.people (id),
  staff_id integer references cms.staff (id) on delete cascade,
  -- The address that a link is sent to; null for tickets.
  email text,
  issued_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > issued_at),
  used_at timestamptz,
  -- Replaced by a newer link of its kind, or voided by a new password.
  voided_at timestamptz,
  check (num_nonnulls(person_id, staff_id) = 1),
  check ((email is null) = (kind in ('second_factor', 'enrolment'))),
  check (used_at is null or voided_at is null)
);
create unique index one_live_link on portal.one_time_tokens (kind, person_id, staff_id) nulls not distinct
  where used_at is null and voided_at is null and email is not null;
create index on portal.one_time_tokens (person_id, kind, issued_at);
create index on portal.one_time_tokens (staff_id, kind, issued_at);

-- The database guarantees single use: a used or voided token never changes.
create function portal.guard_token() returns trigger language plpgsql as $$
begin
  if old.used_at is not null or old.voided_at is not null
    or (new.id, new.token_hash, new.kind, new.person_id, new.staff_id, new.email, new.issued_at, new.expires_at)
      is distinct from (old.id, old.token_hash, old.kind, old.person_id, old.staff_id, old.email, old.issued_at, old.expires_at) then
    raise exception 'a token is used once and never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger single_use before update on portal.one_time_tokens for each row execute function portal.guard_token();

-- The last rendering of an outbox row's email, for the back office.
create table portal.emails (
  outbox_id bigint primary key references portal.outbox (id) on delete cascade,
  kind text not null,
  company_id integer references cms.companies (id),
  person_id integer references portal.people (id),
  recipients text[] not null,
  language text not null check (language in ('uk', 'en', 'ru')),
  subject text not null,
  html text not null,
  text text not null,
  message_id text not null,
  written_at timestamptz not null,
  sent_at timestamptz
);
create index on portal.emails (company_id, outbox_id desc);

-- The demo's tables; empty without a demo.

-- Completed steps of the seed, so that an interrupted start can continue.
create table portal.demo_progress (
  step text primary key,
  done_at timestamptz not null default now()
);

-- Auctions of the rolling demo, which changes no others.
create table portal.demo_auctions (
  auction_id integer primary key references cms.auctions (id)
);

-- The shop's form: tickets, each good for one order, and the numbers of orders.

-- A ticket that has sent its order. Repeating the same order (after a connection lost on commit) returns its number;
-- another order with the same ticket is refused.
create table portal.used_form_tickets (
  nonce uuid primary key,
  -- SHA-256 of the order.
  content_hash bytea not null check (length(content_hash) = 32),
  order_number integer not null,
  used_at timestamptz not null
);

-- Tickets expire after a day; older rows have no effect.
create index on portal.used_form_tickets (used_at);

-- Four digits from the first order on; the number of a failed order is not reused.
create sequence portal.order_numbers as integer start with 1001;

-- A person's notification settings, and push messages.

-- Explicit choices only; the defaults are in lib/server/notifications/preferences.ts.
create table portal.notification_choices (
  person_id integer not null references portal.people (id),
  topic text not null,
  channel text not null check (channel in ('email', 'push')),
  wanted boolean not null,
  chosen_at timestamptz not null,
  primary key (person_id, topic, channel)
);

-- Subscribers to topics that are off by default.
create index on portal.notification_choices (topic, channel) where wanted;

create function portal.forget_push_subscriptions() returns trigger language plpgsql as $$
begin
  delete from portal.push_subscriptions where session_id = new.id;
  return null;
end
$$;
create trigger forget_push_subscriptions after update of ended_at on portal.sessions
  for each row when (old.ended_at is null and new.ended_at is not null) execute function portal.forget_push_subscriptions();

-- Time-based codes of an authenticator app, and recovery codes for when it is lost.
create table portal.second_factors (
  id bigint generated always as identity primary key,
  person_id integer unique references portal.people (id),
  staff_id integer unique references cms.staff (id) on delete cascade,
  -- AES-256-GCM under a key that the database does not have: nonce, tag, ciphertext; bound to the holder.
  secret bytea not null,
  begun_at timestamptz not null,
  -- null: begun, not yet confirmed by a first code.
  enabled_at timestamptz,
  -- The time step of the last accepted code: each code works once.
  last_step bigint,
  failures integer not null default 0,
  failures_since timestamptz,
  -- HMAC-SHA256 of the unused recovery codes, under the same kind of key.
  recovery_hashes bytea[] not null default '{}',
  check (num_nonnulls(person_id, staff_id) = 1)
);

-- What happened to a person's second factor, and from where.
create table portal.second_factor_events (
  id bigint generated always as identity primary key,
  person_id integer not null references portal.people (id),
  kind text not null check (kind in ('enabled', 'disabled', 'reset_by_manager', 'recovery_code_used', 'recovery_codes_renewed')),
  staff_id integer,
  address text not null,
  at timestamptz not null
);
create index on portal.second_factor_events (person_id, id desc);

-- Requests to delete personal data, and their decisions.
create table portal.deletion_requests (
  id integer generated always as identity primary key,
  company_id integer not null references cms.companies (id),
  person_id integer not null references portal.people (id),
  -- 'company': of all its people, which closes the account; 'person': of the requester.
  scope text not null default 'company' check (scope in ('company', 'person')),
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
create unique index deletion_requests_waiting on portal.deletion_requests (company_id, (case scope when 'person' then person_id end)) nulls not distinct
  where withdrawn_at is null and decision is null;
create index on portal.deletion_requests (company_id, id desc);

-- Accounts whose personal data has been deleted. The company's part in auctions and agreements stays, as the law on
-- accounting requires; the names of the people who acted for it do not.
create table portal.erasures (
  company_id integer primary key references cms.companies (id),
  -- null: nobody confirmed the address with which the company was registered.
  request_id integer references portal.deletion_requests (id),
  at timestamptz not null
);

-- The staff's notes on companies, and indexes of the trail and the emails.
create table portal.account_notes (
  id integer generated always as identity primary key,
  company_id integer not null references cms.companies (id),
  staff_id integer not null,
  text text not null check (length(text) between 1 and 2000),
  at timestamptz not null default now()
);
create index on portal.account_notes (company_id, id desc);

-- Each heartbeat begins this table anew: that needs a new page on the disk, as a bid may.
create table portal.write_probe (bytes text not null);
alter table portal.write_probe alter bytes set storage plain;

-- The time of a lot's publication. Its record (portal.auction_log) begins with the first application, and repeats it (R8.4).
create table portal.announcements (
  auction_id integer primary key references cms.auctions (id) on delete cascade,
  announced_at timestamptz not null,
  -- The last change of the lot's terms since then; null: none.
  changed_at timestamptz
);

-- The lot's terms that affect its auction, frozen with the first application (R1.2).
create function portal.terms_of(lot cms.auctions) returns jsonb language sql stable parallel safe as $$
  select jsonb_build_array(lot.category_id, lot.volume, lot.starting_price, lot.minimum_step, lot.maximum_step, lot.minimum_quantity,
    lot.quantity_step, lot.application_deadline, lot.question_deadline, lot.starts_at, lot.ends_at, lot.extension_minutes, lot.hard_end_at,
    lot.minimum_participants, lot.visibility, lot.automatic_bids, lot.shipment_until, lot.payment_plan,
    lot.deposit_rate, lot.deposit_deadline, lot.deposit_recipient, lot.deposit_iban, lot.deposit_edrpou, lot.deposit_bank)
$$;

create function portal.note_announcement() returns trigger language plpgsql as $$
begin
  insert into portal.announcements (auction_id, announced_at) values (new.id, date_trunc('milliseconds', now()))
  on conflict (auction_id) do nothing;
  -- Announced before, so this is a change.
  if not found and portal.terms_of(new) is distinct from portal.terms_of(old) then
    update portal.announcements set changed_at = date_trunc('milliseconds', now()) where auction_id = new.id;
  end if;
  return null;
end
$$;
create trigger note_announcement after insert or update on cms.auctions
  for each row when (new._status = 'published') execute function portal.note_announcement();

-- Counters of sign-in attempts and of other requests that are limited over all servers. The key holds hashes, ids and addresses, never other input.
-- The columns are those of rate-limiter-flexible's PostgreSQL store. Unlogged: counters may be lost with a crash, and cost no WAL.
create unlogged table portal.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index on portal.rate_limits (expire);

-- The workers of the queue (schema graphile_worker). One without a beat for a minute died with its server; the others take
-- over its jobs.
create table portal.job_workers (
  id text primary key,
  seen_at timestamptz not null default now()
);

-- Each email and each push message has a job, queued in the transaction that causes both. A trigger does it, because SQL
-- writes emails too (record_bids, announce_auction).
create function portal.queue_email_jobs() returns trigger language plpgsql as $$
begin
  if exists (select from queued) then
    perform graphile_worker.add_jobs(array(
      select json_populate_record(null::graphile_worker.job_spec, json_build_object(
        'identifier', 'mail', 'payload', json_build_object('email_id', queued.id), 'job_key', 'mail:' || queued.id, 'run_at', queued.next_attempt_at))
      from queued
      union all
      select json_populate_record(null::graphile_worker.job_spec, json_build_object(
        'identifier', 'push', 'payload', json_build_object('email_id', queued.id, 'subscription_id', subscription.id)))
      from queued join portal.push_subscriptions subscription using (person_id)));
  end if;
  return null;
end
$$;
create trigger queue_email_jobs after insert on portal.outbox referencing new table as queued
  for each statement execute function portal.queue_email_jobs();

-- An email that is sent later has its first recipient, and the browsers of that person, only when it is attempted.
create function portal.queue_later_pushes() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('push', json_build_object('email_id', new.id, 'subscription_id', id))
  from portal.push_subscriptions where person_id = new.person_id;
  return null;
end
$$;
create trigger queue_later_pushes after update on portal.outbox for each row
  when (old.person_id is null and new.person_id is not null) execute function portal.queue_later_pushes();

-- Emails deleted before they were sent need no job: those of the demo's past and of erased accounts.
create function portal.forget_mail_jobs() returns trigger language plpgsql as $$
begin
  perform graphile_worker.remove_job('mail:' || gone.id) from gone where sent_at is null and failed_at is null;
  return null;
end
$$;
create trigger forget_mail_jobs after delete on portal.outbox referencing old table as gone
  for each statement execute function portal.forget_mail_jobs();

-- News of new lots by email, with or without an account. An address counts once the link in its first email was used. Links
-- carry a signature over the row's id, so that a reader of this table cannot act for the subscriber.
create table portal.subscriptions (
  id integer generated always as identity primary key,
  email text not null check (email = lower(email) and length(email) <= 254),
  auction_kind text not null check (auction_kind in ('gas_condensate', 'natural_gas')),
  language text not null check (language in ('uk', 'en', 'ru')),
  -- When the link was last requested; the link contains the instant, so that a later one replaces it.
  asked_at timestamptz not null,
  -- Emails with a link to this mailbox since `counted_from`, which is reset after a day.
  asks integer not null default 1,
  counted_from timestamptz not null,
  confirmed_at timestamptz,
  stopped_at timestamptz,
  unique (email, auction_kind)
);
create index subscriptions_confirmed on portal.subscriptions (auction_kind) where confirmed_at is not null and stopped_at is null;

-- The back office searches for substrings, ignoring case. An index over n-grams finds them. It needs no extension: pg_trgm is
-- not available everywhere, and outside of ASCII it depends on the locale of the database.

-- Folds a text for searches: lower case, straight apostrophes and quotation marks, plain spaces, and no separators between
-- digits, so that a phone is found in any notation.
create function portal.folded(original text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(
    translate(lower(original), 'ʼ’‘‛`´′ʹ«»“”„‟″' || U&'\00A0\202F', '''''''''''''''''"""""""  '),
    '\((?=\d)|(?<=\d)[ ().-]+(?=\d)', '', 'g')
$$;

-- All n-grams of one to three letters of a folded text, duplicates included.
create function portal.ngrams(original text) returns text[] language plpgsql immutable strict parallel safe cost 1000 as $$
declare
  letters text[] := string_to_array(portal.folded(original), null);
begin
  return letters || array(
    select unnest(array[first || coalesce(second, ''), first || coalesce(second, '') || coalesce(third, '')])
    from unnest(letters, letters[2:], letters[3:]) run (first, second, third)
  );
end
$$;

-- The n-grams to search for: `portal.ngrams(text) @> portal.ngrams_within(sought)`. The longest are the most selective.
create function portal.ngrams_within(sought text) returns text[] language sql immutable strict parallel safe as $$
  select case
    when length(folded) <= 3 then array[folded]
    else array(select distinct substr(folded, place, 3) from generate_series(1, length(folded) - 2) place)
  end
  from portal.folded(sought) folded
$$;

-- The searchable text of a company. concat_ws and array_to_string are not immutable for all types, but for these.
create function portal.words_of_company(company_name text, short_name text, edrpou text, email text, phone text, surname text)
  returns text language sql immutable parallel safe cost 10 as $$
  select concat_ws(' ', company_name, short_name, edrpou, email, phone, surname)
$$;

create function portal.words_of_email(recipients text[], subject text) returns text language sql immutable parallel safe cost 10 as $$
  select concat_ws(' ', array_to_string(recipients, ' '), subject)
$$;

create function portal.words_of_entry(details jsonb) returns text language sql immutable parallel safe cost 10 as $$
  select concat_ws(' ', details ->> 'reason', details ->> 'title')
$$;

-- In the notation of the trail.
create function portal.words_of_number(number numeric, id integer) returns text language sql immutable parallel safe cost 10 as $$
  select '№' || U&'\00A0' || coalesce(number, id)
$$;
create index companies_words on cms.companies
  using gin (portal.ngrams(portal.words_of_company(company_name, company_short_name, edrpou, email, phone, surname)));
create index auctions_numbers on cms.auctions using gin (portal.ngrams(portal.words_of_number(number, id)));
create index auctions_titles on cms.auctions_locales using gin (portal.ngrams(title));
create index agreements_numbers on cms.agreements using gin (portal.ngrams(number));
create index agreements_names on cms.agreements_locales using gin (portal.ngrams(name));
create index emails_words on portal.emails using gin (portal.ngrams(portal.words_of_email(recipients, subject)));
create index audit_words on portal.audit using gin (portal.ngrams(portal.words_of_entry(details)));

-- Every sign-in looks an address up, ignoring case.
create index companies_email_any_case on cms.companies (lower(email));

-- Agreements that end soon, for the dashboard.
create index agreements_ending on cms.agreements (ends_on) where status = 'current';

-- Counts the rows that match a text. If most rows match, the planner would read the whole table and compute the n-grams
-- of each row; the index has them.
create function portal.companies_with(sought text) returns setof integer language sql stable parallel safe set enable_seqscan = off as $$
  select id from cms.companies
  where portal.ngrams(portal.words_of_company(company_name, company_short_name, edrpou, email, phone, surname)) @> portal.ngrams_within(sought)
    and (length(portal.folded(sought)) <= 3
      or strpos(portal.folded(portal.words_of_company(company_name, company_short_name, edrpou, email, phone, surname)), portal.folded(sought)) > 0)
$$;

create function portal.auctions_titled(sought text) returns setof integer language sql stable parallel safe set enable_seqscan = off as $$
  select _parent_id from cms.auctions_locales
  where portal.ngrams(title) @> portal.ngrams_within(sought)
    and (length(portal.folded(sought)) <= 3 or strpos(portal.folded(title), portal.folded(sought)) > 0)
$$;

-- States of auctions and accounts, derived by triggers: lists and counts by state read an index, however many auctions are
-- finished or accounts confirmed.
create table portal.auction_listing (
  auction_id integer primary key references cms.auctions (id) on delete cascade,
  category_id integer,
  published boolean not null default false,
  -- Whether its record has begun.
  recorded boolean not null default false,
  finished text check (finished in ('completed', 'cancelled', 'unsuccessful')),
  effective_end timestamptz,
  -- 'open': planned, running or in selection, which depends on the clock.
  state text not null generated always as (
    coalesce(finished, case when published or recorded then 'open' else 'draft' end)) stored,
  -- Orders finished auctions, newest first; infinite ends come last.
  position bigint generated always as (case when finished is not null then -coalesce(cms.epoch_ms(effective_end), 0) end) stored
);
create index auction_listing_finished on portal.auction_listing (position, auction_id) include (state, category_id) where finished is not null;
create index auction_listing_states on portal.auction_listing (state, position, auction_id) include (category_id);

-- Each trigger writes only its own columns, so that concurrent changes of a lot and of its record both survive.
create function portal.list_auction() returns trigger language plpgsql as $$
begin
  insert into portal.auction_listing (auction_id, category_id, published) values (new.id, new.category_id, new._status is distinct from 'draft')
  on conflict (auction_id) do update set category_id = excluded.category_id, published = excluded.published;
  return null;
end
$$;

create function portal.list_record_of_auction() returns trigger language plpgsql as $$
begin
  insert into portal.auction_listing (auction_id, recorded, finished, effective_end)
  values (new.auction_id, true,
    case when new.cancelled_at is not null then 'cancelled' when new.unsuccessful_at is not null then 'unsuccessful' when new.completed_at is not null then 'completed' end,
    case when new.finished_at is not null then new.effective_end end)
  on conflict (auction_id) do update set recorded = true, finished = excluded.finished, effective_end = excluded.effective_end;
  return null;
end
$$;
create trigger list_auction after insert on cms.auctions for each row execute function portal.list_auction();
create trigger list_changed_auction after update on cms.auctions for each row
  when (new.category_id is distinct from old.category_id or new._status is distinct from old._status) execute function portal.list_auction();
create trigger list_record after insert on portal.auction_heads for each row execute function portal.list_record_of_auction();

-- Not for every bid: the list needs only the end.
create trigger list_finished_record after update on portal.auction_heads for each row
  when (new.finished_at is distinct from old.finished_at or new.finished_at is not null and new.effective_end is distinct from old.effective_end)
  execute function portal.list_record_of_auction();

-- The last decision of each account; 'none' before the first.
create table portal.account_standings (
  company_id integer primary key references cms.companies (id) on delete cascade,
  decision_id bigint not null default 0,
  decision text not null default 'none',
  reason text,
  decided_at timestamptz,
  data_changed_at timestamptz
);
create index account_standings_decision on portal.account_standings (decision, company_id);

create function portal.begin_account_standing() returns trigger language plpgsql as $$
begin
  insert into portal.account_standings (company_id) values (new.id) on conflict do nothing;
  return null;
end
$$;

create function portal.follow_account_decision() returns trigger language plpgsql as $$
declare
  effective portal.account_decisions := new;
begin
  if new.kind = 'reactivated' then
    -- Null without a decision.
    select * into effective from portal.account_decisions
    where company_id = new.company_id and id < new.id and kind in ('confirmed', 'rejected') order by id desc limit 1;
  end if;
  insert into portal.account_standings as standing (company_id, decision_id, decision, reason, decided_at)
  values (new.company_id, new.id, coalesce(effective.kind, 'none'), effective.reason, effective.at)
  on conflict (company_id) do update
    set decision_id = excluded.decision_id, decision = excluded.decision, reason = excluded.reason, decided_at = excluded.decided_at
    where standing.decision_id < excluded.decision_id;
  return null;
end
$$;
create trigger begin_standing after insert on cms.companies for each row execute function portal.begin_account_standing();
create trigger follow_decision after insert on portal.account_decisions for each row execute function portal.follow_account_decision();

create function portal.note_company_data() returns trigger language plpgsql as $$
begin
  -- Not the transaction's start time: a transaction that began before a decision may change data after it.
  update portal.account_standings set data_changed_at = clock_timestamp() where company_id = new.id;
  return null;
end
$$;
create trigger note_data after update on cms.companies for each row
  when ((new.email, new.company_name, new.company_short_name, new.edrpou, new.eic, new.iban, new.surname, new.name, new.patronymic, new.phone, new.auction_kind)
    is distinct from
    (old.email, old.company_name, old.company_short_name, old.edrpou, old.eic, old.iban, old.surname, old.name, old.patronymic, old.phone, old.auction_kind))
  execute function portal.note_company_data();

create view portal.accounts as
select
  company.id as company_id,
  lower(company.email) as email,
  case standing.decision
    when 'deactivated' then 'deactivated'
    when 'confirmed' then 'active'
    when 'reactivated' then 'active'
    else 'awaiting_confirmation'
  end as status,
  standing.reason,
  exists (
    select from portal.people person join portal.email_confirmations confirmation on confirmation.person_id = person.id
    where person.company_id = company.id and person.removed_at is null and person.email = lower(company.email)
      and lower(confirmation.email) = person.email
  ) as email_confirmed,
  coalesce(standing.decision = 'rejected', false)
    and coalesce(standing.data_changed_at <= standing.decided_at, true)
    and not exists (
      select from portal.files file
      where file.company_id = company.id and file.deleted_at is null and file.uploaded_at > standing.decided_at and file.kind <> 'feedback'
    ) as rejected,
  standing.decision
from cms.companies company
left join portal.account_standings standing on standing.company_id = company.id;

-- News of new lots by push message, without an account. The browser's permission is the confirmation.
create table portal.browser_subscriptions (
  id bigint generated always as identity primary key,
  -- The push subscription as JSON, as in push_subscriptions.
  push_id text not null check (length(push_id) between 1 and 2000),
  auction_kind text not null check (auction_kind in ('gas_condensate', 'natural_gas')),
  language text not null check (language in ('uk', 'en', 'ru')),
  -- The subscriber's address, IPv6 by its /64; the number for each is limited.
  address text not null,
  -- When the browser was last seen.
  seen_at timestamptz not null,
  unique (push_id, auction_kind)
);
create index on portal.browser_subscriptions (auction_kind);
create index on portal.browser_subscriptions (address, seen_at);
create index on portal.browser_subscriptions (seen_at);

-- Auctions announced to browsers: each once, however often its lot is published.
create table portal.browser_announcements (
  auction_id integer primary key references cms.auctions (id) on delete cascade,
  at timestamptz not null default now()
);

-- One job for each browser subscribed to the kind of lot, unless its account is notified there already.
create function portal.notify_browsers(announced integer) returns void language plpgsql as $$
begin
  insert into portal.browser_announcements (auction_id) values (announced) on conflict do nothing;
  if not found then
    return;
  end if;
  perform graphile_worker.add_jobs(specs) from (
    select array_agg(json_populate_record(null::graphile_worker.job_spec, json_build_object(
      'identifier', 'browser_notice',
      'payload', json_build_object('auction_id', auction.id, 'subscription_id', subscription.id),
      'job_key', format('browser_notice:%s:%s', auction.id, subscription.id)))) as specs
    from cms.auctions auction
    join cms.categories category on category.id = auction.category_id
    join portal.browser_subscriptions subscription on subscription.auction_kind = category.key::text
    where auction.id = announced and not exists (
      select from portal.push_subscriptions own
      join portal.people person on person.id = own.person_id and person.removed_at is null and person.deactivated_at is null
      join portal.accounts account on account.company_id = person.company_id and account.status = 'active'
      join cms.companies company on company.id = person.company_id and company.auction_kind::text in ('all', category.key::text)
      join portal.notification_choices choice on choice.person_id = own.person_id
      where own.push_id = subscription.push_id and choice.topic = 'new_auctions' and choice.channel = 'push' and choice.wanted
    )
  ) jobs where specs is not null;
end
$$;

-- Announces an auction to people, mailboxes and browsers subscribed to its kind, once to each; a mailbox whose person gets
-- the email is skipped.
create function portal.announce_auction(announced integer) returns void language sql as $$
  insert into portal.outbox (kind, company_id, person_id, payload, dedupe_key)
  select distinct 'auction_announced', company.id, person.id, jsonb_build_object('auction_id', auction.id), format('auction_announced:%s:%s', auction.id, person.id)
  from portal.notification_choices choice
  join portal.people person on person.id = choice.person_id and person.removed_at is null and person.deactivated_at is null
  join portal.accounts account on account.company_id = person.company_id and account.status = 'active'
  join cms.companies company on company.id = person.company_id
  join cms.auctions auction on auction.id = announced
  join cms.categories category on category.id = auction.category_id
  where choice.topic = 'new_auctions' and choice.wanted and company.auction_kind::text in ('all', category.key::text)
  on conflict (dedupe_key) do nothing;

  insert into portal.outbox (kind, company_id, payload, dedupe_key)
  select 'subscription_auction', null::integer,
    jsonb_build_object('auction_id', auction.id, 'subscription_id', subscription.id, 'language', subscription.language),
    format('subscription_auction:%s:%s', auction.id, subscription.id)
  from portal.subscriptions subscription
  join cms.auctions auction on auction.id = announced
  join cms.categories category on category.id = auction.category_id and category.key::text = subscription.auction_kind
  where subscription.confirmed_at is not null and subscription.stopped_at is null and not exists (
    select from portal.people person
    join portal.accounts account on account.company_id = person.company_id and account.status = 'active'
    join cms.companies company on company.id = person.company_id and company.auction_kind::text in ('all', category.key::text)
    join portal.notification_choices choice on choice.person_id = person.id
    where person.email = subscription.email and person.removed_at is null and person.deactivated_at is null
      and choice.topic = 'new_auctions' and choice.channel = 'email' and choice.wanted
  )
  on conflict (dedupe_key) do nothing;

  select portal.notify_browsers(announced)
$$;

-- The parties of an agreement at the time it was made: later changes of the bank account or the director do not alter it.
create table portal.agreement_parties (
  agreement_id integer primary key references cms.agreements (id) on delete cascade,
  -- By language: {"uk": …, "en": …, "ru": …}
  seller jsonb not null,
  buyer jsonb not null,
  -- The media file of the draft agreement published with the lot.
  draft_file text,
  -- How it is paid for and delivered (R16.1), as the lot said; null for one that says nothing.
  plan jsonb,
  at timestamptz not null default now()
);

create function portal.keep_agreement_parties() returns trigger language plpgsql as $$
begin
  insert into portal.agreement_parties (agreement_id, seller, buyer, draft_file, plan)
  select new.id,
    jsonb_build_object('uk', portal.seller_details('uk'), 'en', portal.seller_details('en'), 'ru', portal.seller_details('ru')),
    jsonb_build_object('name', company.company_name, 'edrpou', company.edrpou, 'eic', company.eic, 'iban', company.iban,
      'taxNumber', coalesce(company.tax_number, ''), 'bank', coalesce(company.bank, ''), 'address', coalesce(company.address, ''),
      'signatory', coalesce(company.signatory, ''), 'authority', coalesce(company.authority, '')),
    (select media.filename from cms.auctions_documents document join cms.media on media.id = document.file_id
      where document._parent_id = new.auction_id and document.kind = 'draft_agreement'
      order by document.language = 'uk' desc, document._order limit 1),
    (select payment_plan from cms.auctions where id = new.auction_id)
  from cms.companies company where company.id = new.company_id;
  return null;
end
$$;
create trigger keep_parties after insert on cms.agreements for each row execute function portal.keep_agreement_parties();

-- R16: what happened to an agreement after it was signed. Facts are never changed: what was wrong is cancelled by another one.
create table portal.fulfilment_facts (
  id integer generated always as identity primary key,
  agreement_id integer not null references cms.agreements (id),
  kind text not null,
  -- In the shape of lib/server/fulfilment/facts.ts.
  body jsonb not null,
  -- Of a counted payment and its reversal: the line of a statement that it is a part of.
  line_id integer references portal.statement_lines (id),
  -- A quality passport, or the scan of an act.
  file_id bigint references portal.files (id),
  -- Who recorded it: the staff, or one of the buyer's people; nobody if it followed by itself.
  staff_id integer,
  person_id integer references portal.people (id),
  at timestamptz not null,
  check (num_nonnulls(staff_id, person_id) <= 1)
);
create index on portal.fulfilment_facts (agreement_id, id);
create index on portal.fulfilment_facts (line_id) where line_id is not null;
create index fulfilment_loading_days on portal.fulfilment_facts ((body ->> 'on')) where kind in ('loading_requested', 'loading_moved');
create index on portal.fulfilment_facts (file_id) where file_id is not null;

-- The number of a waybill however it is typed: "ТТН № 7" and "ттн №7" are one.
create function portal.waybill_key(number text) returns text language sql immutable strict parallel safe as $$
  select translate(lower(number), ' №' || U&'\00A0\202F', '')
$$;
create index fulfilment_waybills on portal.fulfilment_facts (portal.waybill_key(body ->> 'number')) where kind = 'waybill_recorded';

-- R15.2: PDFs of agreements, and of their acts (R16.5), stored when first downloaded. Signatures cover these bytes, so the same data is printed only once.
create table portal.agreement_prints (
  id bigint generated always as identity primary key,
  agreement_id integer not null references cms.agreements (id) on delete cascade,
  act_id integer references portal.fulfilment_facts (id),
  -- Of an agreement a hash of the data, the language and the layout; of an act the language.
  source text not null,
  content bytea not null,
  sha256 bytea not null check (length(sha256) = 32),
  printed_at timestamptz not null default now(),
  unique nulls not distinct (agreement_id, act_id, source)
);
alter table portal.agreement_prints alter column content set storage external;

-- Signatures of an agreement or of an act: the buyer's, then the organiser's; or a scan of the paper that both signed.
create table portal.agreement_signatures (
  agreement_id integer not null references cms.agreements (id) on delete cascade,
  act_id integer references portal.fulfilment_facts (id),
  side text not null check (side in ('buyer', 'organiser', 'paper')),
  print_id bigint references portal.agreement_prints (id),
  file_id bigint not null references portal.files (id),
  company_id integer references cms.companies (id),
  -- Which of the buyer's people uploaded it.
  person_id integer references portal.people (id),
  staff_id integer,
  -- Whether the portal could verify it with the certificate of its side; null for a scan.
  verified boolean,
  at timestamptz not null default now(),
  unique nulls not distinct (agreement_id, act_id, side),
  check ((print_id is null) = (side = 'paper')),
  check ((verified is null) = (side = 'paper')),
  check ((company_id is null) = (side <> 'buyer'))
);

-- R15.2: how a manager checked the signatures of an agreement or an act that the portal could not verify, before it came into force.
create table portal.signature_decisions (
  agreement_id integer not null references cms.agreements (id) on delete cascade,
  act_id integer references portal.fulfilment_facts (id),
  how text not null check (length(how) between 1 and 500),
  checked_on date not null,
  -- The sides whose signatures were not verified.
  sides text[] not null,
  staff_id integer not null,
  at timestamptz not null default now(),
  unique nulls not distinct (agreement_id, act_id)
);

-- R16.3: the parts of statement lines that are counted, for deposits and for agreements. `subject_id`: the invoice that the payer named,
-- or the payment that the bank took back.
create view portal.line_parts as
select line_id, application_id, null::integer as agreement_id, null::integer as subject_id, abs(amount) as amount, staff_id, at
from portal.deposit_payments where line_id is not null
union all
select line_id, null, agreement_id, coalesce(body ->> 'invoice', body ->> 'payment')::integer, ((body ->> 'amount')::numeric * 100)::bigint, staff_id, at
from portal.fulfilment_facts where line_id is not null;

-- The last number of each kind of document in a year: it is rolled back with the document, so that no number is missing.
create table portal.document_numbers (
  kind text not null check (kind in ('invoice', 'act', 'claim')),
  year integer not null,
  last integer not null check (last > 0),
  primary key (kind, year)
);

-- The state of each agreement with facts, for lists. `board` does not know what is late: that depends on the day.
create table portal.fulfilments (
  agreement_id integer primary key references cms.agreements (id),
  board text not null,
  next jsonb,
  -- The earliest day by which something is missing.
  due_on date,
  -- What is missing of each invoice that is not paid, by its id: {"12": "1208000.00"}
  unpaid jsonb not null,
  -- What all invoices demand: less than their amounts once the agreement owes less.
  invoiced bigint not null,
  received bigint not null,
  -- Of what was received.
  returned bigint not null,
  missing bigint not null,
  loaded bigint not null,
  accepted bigint not null,
  -- Of the agreed volume; nothing once it is shipped within the tolerance, or the agreement has ended.
  to_load bigint not null,
  -- Those that are not dropped, in the shape of the API.
  loadings jsonb not null,
  -- Loadings that wait for the organiser's answer.
  unanswered integer not null,
  -- The last fact that it counts.
  fact_id integer not null
);
create index on portal.fulfilments (board, due_on);

-- Whether something is left to pay, ship or sign, beside the last day for the lists of agreements.
create function portal.mark_unsettled() returns trigger language plpgsql as $$
begin
  update cms.agreements set unsettled = new.board <> 'closed'
  where id = new.agreement_id and unsettled is distinct from (new.board <> 'closed');
  return null;
end
$$;
create trigger mark_unsettled after insert or update of board on portal.fulfilments
  for each row execute function portal.mark_unsettled();

-- The National Bank's annual rate, in hundredths of a per cent, since a day; the last entry of a day corrects the earlier ones.
create table portal.key_rates (
  id integer generated always as identity primary key,
  since date not null,
  rate integer not null check (rate between 0 and 9999),
  staff_id integer not null,
  at timestamptz not null default now()
);
create view portal.current_key_rates as
  select distinct on (since) since, rate from portal.key_rates order by since desc, id desc;

-- R15.1: certificates of centres that an administrator trusts.
create table portal.trusted_certificates (
  id bigint generated always as identity primary key,
  der bytea not null unique,
  name text not null,
  issuer text not null,
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  added_at timestamptz not null default now()
);

-- A cache of verified signature files. `against` is a hash of the trusted certificates and the documents that they were
-- verified with.
create table portal.signature_checks (
  file_id bigint primary key references portal.files (id) on delete cascade,
  against bytea not null,
  result jsonb not null,
  at timestamptz not null default now()
);

-- Notifies every server that sessions or the role of a member of the staff changed, because open live streams were admitted
-- under the old ones. A trigger does it: sessions end in many places.
create function portal.notify_staff_change() returns trigger
  language plpgsql set search_path = '' as $$
begin
  perform pg_notify('portal_staff', json_build_object('staff_id', case tg_table_name
    when 'staff' then to_jsonb(old) ->> 'id' else to_jsonb(old) ->> 'staff_id' end::integer)::text);
  return null;
end
$$;
create trigger notify_end after update of ended_at on portal.sessions for each row
  when (old.staff_id is not null and old.ended_at is null and new.ended_at is not null) execute function portal.notify_staff_change();
create trigger notify_removal after delete on portal.sessions for each row
  when (old.staff_id is not null and old.ended_at is null) execute function portal.notify_staff_change();
create trigger notify_role after update of role on cms.staff
  for each row when (old.role is distinct from new.role) execute function portal.notify_staff_change();

-- Messages of a company under their Idempotency-Key: one whose answer was lost is sent again and stored once.
create table portal.sent_messages (
  id bigint generated always as identity primary key,
  company_id integer not null,
  call text not null check (call in ('chat', 'staff_chat', 'feedback', 'question', 'document', 'loading')),
  idempotency_key text not null check (length(idempotency_key) between 8 and 64),
  -- SHA-256 of the message, hex: the same key with another message is refused.
  fingerprint text not null,
  -- Null only inside the transaction that stores the message.
  message_id integer,
  sent_at timestamptz not null,
  unique (company_id, call, idempotency_key)
);
create index on portal.sent_messages (sent_at);

-- The seller as documents name it (Party in lib/server/printing/issuer.ts): its legal name, else the site's, and its details.
-- A text that is blank in a language falls back to the Ukrainian one.
create function portal.seller_details(lang text) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'name', coalesce(words.legal_name, (select company_name from cms.settings_locales where _locale::text in (lang, 'uk') and company_name ~ '\S'
      order by _locale::text = lang desc limit 1), ''),
    'edrpou', coalesce(seller.edrpou, ''), 'taxNumber', coalesce(seller.tax_number, ''),
    'eic', coalesce(seller.eic, ''), 'iban', coalesce(seller.iban, ''),
    'bank', coalesce(words.bank, ''), 'address', coalesce(words.address, ''),
    'signatory', coalesce(words.signatory, ''), 'authority', coalesce(words.authority, ''))
  from (select 1) single_row
  left join (select * from cms.seller order by id limit 1) seller on true
  cross join lateral (
    select
      (array_agg(legal_name order by _locale::text = lang desc) filter (where legal_name ~ '\S'))[1] as legal_name,
      (array_agg(bank order by _locale::text = lang desc) filter (where bank ~ '\S'))[1] as bank,
      (array_agg(address order by _locale::text = lang desc) filter (where address ~ '\S'))[1] as address,
      (array_agg(signatory order by _locale::text = lang desc) filter (where signatory ~ '\S'))[1] as signatory,
      (array_agg(authority order by _locale::text = lang desc) filter (where authority ~ '\S'))[1] as authority
    from cms.seller_locales where _locale::text in (lang, 'uk')
  ) words
$$;

-- The buyer as it was when the agreement was made; a detail that was missing then is the company's present one.
create function portal.agreement_buyer(frozen jsonb, company_id integer) returns jsonb language sql stable as $$
  select frozen || coalesce(
    (select jsonb_object_agg(detail.key, detail.value)
      from cms.companies company cross join lateral jsonb_each_text(jsonb_build_object('taxNumber', company.tax_number, 'bank', company.bank,
        'address', company.address, 'signatory', company.signatory, 'authority', company.authority)) detail
      where company.id = company_id and frozen ->> detail.key = '' and detail.value ~ '\S'), '{}')
$$;

-- The seller as it was when the agreement was made; a detail that was missing then is taken from the settings.
create function portal.agreement_seller(frozen jsonb, lang text) returns jsonb language sql stable as $$
  select portal.seller_details(lang) || coalesce(
    (select jsonb_object_agg(key, value) from jsonb_each(frozen -> lang) where value <> '""'), '{}')
$$;

-- Who has to complete the agreement before it can be signed (R15.3): the organiser its days and the seller's details, then the buyer its own.
create function portal.agreement_awaits(agreement integer) returns text language sql stable as $$
  select case
    when subject.starts_on is null or subject.ends_on is null or exists (
      select from jsonb_each_text(portal.agreement_seller(parties.seller, 'uk')) detail where detail.value = '') then 'organiser'
    when exists (
      select from jsonb_each_text(portal.agreement_buyer(parties.buyer, subject.company_id)) detail where detail.value = '') then 'buyer'
    else 'none' end
  from cms.agreements subject join portal.agreement_parties parties on parties.agreement_id = subject.id
  where subject.id = agreement
$$;
