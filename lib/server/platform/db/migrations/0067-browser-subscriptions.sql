-- News of new lots in the browser of anyone who asks for them, without an account. The browser's own permission is the confirmation.
create table portal.browser_subscriptions (
  id bigint generated always as identity primary key,
  -- The push subscription as JSON, as an account's is kept.
  push_id text not null check (length(push_id) between 1 and 2000),
  auction_kind text not null check (auction_kind in ('gas_condensate', 'natural_gas')),
  language text not null check (language in ('uk', 'en', 'ru')),
  -- Who asked, an IPv6 address by its /64: so many of one are kept.
  address text not null,
  -- When the browser last showed that it is still there.
  seen_at timestamptz not null,
  unique (push_id, auction_kind)
);
create index on portal.browser_subscriptions (auction_kind);
create index on portal.browser_subscriptions (address, seen_at);
create index on portal.browser_subscriptions (seen_at);

-- Auctions that browsers have been told of: each once, however often its lot is published again.
create table portal.browser_announcements (
  auction_id integer primary key references cms.auctions (id) on delete cascade,
  at timestamptz not null default now()
);
-- Those that were published before are no news.
insert into portal.browser_announcements (auction_id) select id from cms.auctions where _status = 'published';

-- One job for each browser that asked for lots of the kind, unless its account is told there already.
create function portal.tell_browsers(announced integer) returns void language plpgsql as $$
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
      join portal.accounts account on account.account_id = own.account_id and account.status = 'active'
      join cms.companies company on company.id = own.account_id and company.auction_kind::text in ('all', category.key::text)
      join portal.notification_choices choice on choice.account_id = own.account_id
      where own.push_id = subscription.push_id and choice.topic = 'new_auctions' and choice.channel = 'push' and choice.wanted
    )
  ) jobs where specs is not null;
end
$$;

-- News of an auction to the accounts that asked for auctions of its kind, to the mailboxes and to the browsers that did; the same
-- auction is announced once to each, and a mailbox whose account is told by email is not told twice.
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
  on conflict (dedupe_key) do nothing;

  select portal.tell_browsers(announced)
$$;
