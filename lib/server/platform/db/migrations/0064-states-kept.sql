-- States of auctions and accounts, kept beside what they follow from by the database itself: lists and counts by state read an index, however
-- many are finished or confirmed.

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
  -- Orders the finished, the newest first; an end that no page can write down comes last.
  position bigint generated always as (case when finished is not null then -coalesce(cms.epoch_ms(effective_end), 0) end) stored
);
create index auction_listing_finished on portal.auction_listing (position, auction_id) include (state, category_id) where finished is not null;
create index auction_listing_states on portal.auction_listing (state, position, auction_id) include (category_id);

-- Each trigger writes its own columns alone, so that a change of a lot and one of its record that meet keep both.
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

lock table cms.auctions, portal.auction_heads in share row exclusive mode;

create trigger list_auction after insert on cms.auctions for each row execute function portal.list_auction();
create trigger list_changed_auction after update on cms.auctions for each row
  when (new.category_id is distinct from old.category_id or new._status is distinct from old._status) execute function portal.list_auction();
create trigger list_record after insert on portal.auction_heads for each row execute function portal.list_record_of_auction();
-- Not with every bid: only an end is listed.
create trigger list_finished_record after update on portal.auction_heads for each row
  when (new.finished_at is distinct from old.finished_at or new.finished_at is not null and new.effective_end is distinct from old.effective_end)
  execute function portal.list_record_of_auction();

insert into portal.auction_listing (auction_id, category_id, published, recorded, finished, effective_end)
select auction.id, auction.category_id, auction._status is distinct from 'draft', head.auction_id is not null,
  case when head.cancelled_at is not null then 'cancelled' when head.unsuccessful_at is not null then 'unsuccessful' when head.completed_at is not null then 'completed' end,
  case when head.finished_at is not null then head.effective_end end
from cms.auctions auction left join portal.auction_heads head on head.auction_id = auction.id;

-- The last decision of each account; 'none' before the first.
create table portal.account_standings (
  account_id integer primary key references cms.companies (id) on delete cascade,
  decision_id bigint not null default 0,
  decision text not null default 'none',
  reason text,
  decided_at timestamptz
);
create index account_standings_decision on portal.account_standings (decision, account_id);

create function portal.begin_account_standing() returns trigger language plpgsql as $$
begin
  insert into portal.account_standings (account_id) values (new.id) on conflict do nothing;
  return null;
end
$$;

create function portal.follow_account_decision() returns trigger language plpgsql as $$
begin
  insert into portal.account_standings as standing (account_id, decision_id, decision, reason, decided_at)
  values (new.account_id, new.id, new.kind, new.reason, new.at)
  on conflict (account_id) do update
    set decision_id = excluded.decision_id, decision = excluded.decision, reason = excluded.reason, decided_at = excluded.decided_at
    where standing.decision_id < excluded.decision_id;
  return null;
end
$$;

lock table cms.companies, portal.account_decisions in share row exclusive mode;

create trigger begin_standing after insert on cms.companies for each row execute function portal.begin_account_standing();
create trigger follow_decision after insert on portal.account_decisions for each row execute function portal.follow_account_decision();

insert into portal.account_standings (account_id, decision_id, decision, reason, decided_at)
select company.id, coalesce(decision.id, 0), coalesce(decision.kind, 'none'), decision.reason, decision.at
from cms.companies company
left join (select distinct on (account_id) account_id, id, kind, reason, at from portal.account_decisions order by account_id, id desc) decision
  on decision.account_id = company.id;

create or replace view portal.accounts as
select
  company.id as account_id,
  lower(company.email) as email,
  case standing.decision
    when 'deactivated' then 'deactivated'
    when 'confirmed' then 'active'
    when 'reactivated' then 'active'
    else 'awaiting_confirmation'
  end as status,
  standing.reason,
  exists (
    select from portal.email_confirmations confirmation
    where confirmation.account_id = company.id and lower(confirmation.email) = lower(company.email)
  ) as email_confirmed,
  coalesce(standing.decision = 'rejected', false)
    and company.updated_at <= standing.decided_at
    and not exists (
      select from portal.files file
      where file.account_id = company.id and file.deleted_at is null and file.uploaded_at > standing.decided_at
    ) as rejected,
  standing.decision
from cms.companies company
left join portal.account_standings standing on standing.account_id = company.id;

analyze portal.auction_listing;
analyze portal.account_standings;
analyze cms.companies;
analyze cms.auctions;
analyze portal.audit;
analyze cms.auctions_locales;
analyze cms.agreements;
analyze cms.agreements_locales;
analyze portal.letters;
