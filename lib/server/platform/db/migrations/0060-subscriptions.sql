-- News of new lots by email for anyone who asks, with or without an account. An address counts once the link in its first email was used;
-- the links prove themselves (a signature over the row's id), so that nothing here lets a reader act for the subscriber.
create table portal.subscriptions (
  id integer generated always as identity primary key,
  email text not null check (email = lower(email) and length(email) <= 254),
  auction_kind text not null check (auction_kind in ('gas_condensate', 'natural_gas')),
  language text not null check (language in ('uk', 'en', 'ru')),
  -- When the link was asked for last; the link names the instant, so that a later one replaces it.
  asked_at timestamptz not null,
  -- Emails with a link to this mailbox since `counted_from`, which begins anew after a day.
  asks integer not null default 1,
  counted_from timestamptz not null,
  confirmed_at timestamptz,
  stopped_at timestamptz,
  unique (email, auction_kind)
);
create index subscriptions_confirmed on portal.subscriptions (auction_kind) where confirmed_at is not null and stopped_at is null;

-- News of an auction to the accounts that asked for auctions of its kind, and to the mailboxes that did; the same auction is announced
-- once to each, and a mailbox whose account is told by email is not told twice.
create or replace function portal.announce_auction(announced integer) returns void language sql as $$
  insert into portal.outbox (kind, account_id, payload, dedupe_key)
  select distinct 'auction_announced', company.id, jsonb_build_object('auction_id', auction.id), format('auction_announced:%s:%s', auction.id, company.id)
  from portal.notification_choices choice
  join portal.accounts account on account.account_id = choice.account_id and account.status = 'active'
  join cms.companies company on company.id = choice.account_id
  join cms.auctions auction on auction.id = announced
  join cms.categories category on category.id = auction.category_id
  where choice.topic = 'new_auctions' and choice.wanted and company.auction_kind::text in ('all', category.key::text)
  on conflict (dedupe_key) do nothing;

  insert into portal.outbox (kind, account_id, payload, dedupe_key)
  select 'subscription_auction', null::integer,
    jsonb_build_object('auction_id', auction.id, 'subscription_id', subscription.id, 'language', subscription.language),
    format('subscription_auction:%s:%s', auction.id, subscription.id)
  from portal.subscriptions subscription
  join cms.auctions auction on auction.id = announced
  join cms.categories category on category.id = auction.category_id and category.key::text = subscription.auction_kind
  where subscription.confirmed_at is not null and subscription.stopped_at is null and not exists (
    select from portal.accounts account
    join cms.companies company on company.id = account.account_id and company.auction_kind::text in ('all', category.key::text)
    join portal.notification_choices choice on choice.account_id = account.account_id
    where account.email = subscription.email and account.status = 'active'
      and choice.topic = 'new_auctions' and choice.channel = 'email' and choice.wanted
  )
  on conflict (dedupe_key) do nothing
$$;
