-- What an account wants to be told, and notices that come to its browsers.

-- Only what was chosen stands here; what was not keeps its default (lib/server/notifications/topics.ts).
create table portal.notification_choices (
  account_id integer not null references cms.companies (id),
  topic text not null,
  channel text not null check (channel in ('email', 'push')),
  wanted boolean not null,
  chosen_at timestamptz not null,
  primary key (account_id, topic, channel)
);
-- Those who ask for news that nobody gets unasked.
create index on portal.notification_choices (topic, channel) where wanted;

alter table portal.push_subscriptions add column id bigint generated always as identity unique;
-- The session that it was added in; once that has ended, by its owner or by a manager, the browser is told nothing more.
alter table portal.push_subscriptions add column session_id uuid;
create index on portal.push_subscriptions (session_id);
-- A browser's subscription belongs to whoever signed in there last.
create index on portal.push_subscriptions (push_id);

create function portal.forget_push_subscriptions() returns trigger language plpgsql as $$
begin
  delete from portal.push_subscriptions where session_id = new.id;
  return null;
end
$$;
create trigger forget_push_subscriptions after update of ended_at on portal.sessions
  for each row when (old.ended_at is null and new.ended_at is not null) execute function portal.forget_push_subscriptions();

-- A notice on its way to one browser, beside the letter that says the same.
create table portal.push_messages (
  id bigint generated always as identity primary key,
  outbox_id bigint not null references portal.outbox (id) on delete cascade,
  -- No foreign key: a browser that is forgotten in this very moment must not undo the bid that a notice tells of.
  subscription_id bigint not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  -- Given up, too late, or not wanted; last_error says which.
  failed_at timestamptz,
  last_error text,
  unique (outbox_id, subscription_id)
);
create index push_messages_due on portal.push_messages (next_attempt_at, id) where sent_at is null and failed_at is null;
create index on portal.push_messages (subscription_id);

-- Queued where the letter is queued, in the transaction that causes both; the letter's own notification wakes the sender.
create function portal.queue_push_messages() returns trigger language plpgsql as $$
begin
  insert into portal.push_messages (outbox_id, subscription_id, created_at, next_attempt_at)
  select queued.id, subscription.id, queued.created_at, queued.next_attempt_at
  from queued join portal.push_subscriptions subscription on subscription.account_id = queued.account_id;
  return null;
end
$$;
create trigger queue_push_messages after insert on portal.outbox referencing new table as queued
  for each statement execute function portal.queue_push_messages();

-- News of an auction to those who asked for auctions of its kind; the same auction is announced once.
create function portal.announce_auction(announced integer) returns void language sql as $$
  insert into portal.outbox (kind, account_id, payload, dedupe_key)
  select distinct 'auction_announced', company.id, jsonb_build_object('auction_id', auction.id), format('auction_announced:%s:%s', auction.id, company.id)
  from portal.notification_choices choice
  join portal.accounts account on account.account_id = choice.account_id and account.status = 'active'
  join cms.companies company on company.id = choice.account_id
  join cms.auctions auction on auction.id = announced
  join cms.categories category on category.id = auction.category_id
  where choice.topic = 'new_auctions' and choice.wanted and company.auction_kind::text in ('all', category.key::text)
  on conflict (dedupe_key) do nothing
$$;
