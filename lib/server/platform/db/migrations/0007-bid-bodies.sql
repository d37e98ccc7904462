-- As before, but a bid's body is parsed once and not for each of its fields: this is the dearest step of a bid.
--
-- After every append, once for the statement: each auction's new entries follow its head without a gap, each carrying the
-- hash of the one before; bids follow likewise (R4.9); then heads, bids and results are brought up, and listeners told.
create or replace function portal.follow_log() returns trigger language plpgsql as $$
declare
  broken record;
begin
  select entry.auction_id, entry.seq into broken
  from (
    select auction_id, seq, previous_hash,
      lag(seq) over log as prior_seq, lag(hash) over log as prior_hash
    from appended window log as (partition by auction_id order by seq)
  ) entry
  left join portal.auction_heads head using (auction_id)
  where head.auction_id is null
    or entry.seq <> coalesce(entry.prior_seq, head.log_seq) + 1
    or entry.previous_hash <> coalesce(entry.prior_hash, head.last_hash)
  limit 1;
  if found then
    raise exception 'entry % does not follow the log of auction %', broken.seq, broken.auction_id
      using errcode = 'integrity_constraint_violation';
  end if;

  with bid as (
    select auction_id, seq as log_seq, body::jsonb as body from appended where kind = 'bid'
  ), placed as (
    insert into portal.bids (auction_id, seq, log_seq, account_id, participant, price, quantity, minimum_quantity, final, preliminary, received_at)
    select bid.auction_id, (body ->> 'bid')::bigint, log_seq, application.account_id, decision.participant,
      cms.smallest_units(body ->> 'price'), cms.smallest_units(body ->> 'quantity'), cms.smallest_units(body ->> 'minimum_quantity'),
      (body ->> 'final')::boolean, (body ->> 'preliminary')::boolean, (body ->> 'received_at')::timestamptz
    from bid
    -- A bid of a number that was never given finds no row here, and the count below refuses the statement.
    join portal.application_decisions decision
      on decision.auction_id = bid.auction_id and decision.participant = (body ->> 'participant')::integer
    join portal.applications application on application.id = decision.application_id
    order by bid.auction_id, log_seq
    returning auction_id, seq
  ), counted as (
    select auction_id, count(*) as bids, min(seq) as first, max(seq) as last from placed group by auction_id
  ), expected as (
    select auction_id, count(*) as bids from bid group by auction_id
  )
  select expected.auction_id into broken
  from expected
  join portal.auction_heads head using (auction_id)
  left join counted using (auction_id)
  where expected.bids is distinct from counted.bids
    or counted.first <> head.bid_seq + 1
    or counted.last <> head.bid_seq + counted.bids
  limit 1;
  if found then
    raise exception 'bids of auction % do not follow its last bid', broken.auction_id
      using errcode = 'integrity_constraint_violation';
  end if;

  update portal.auction_heads head set
    log_seq = news.seq,
    last_hash = news.hash,
    bid_seq = head.bid_seq + news.bids,
    applications = head.applications + news.applications,
    participants = head.participants + news.participants,
    effective_end = coalesce(news.moved ->> 'effective_end', head.effective_end::text)::timestamptz,
    hard_end = coalesce(news.moved ->> 'hard_end', head.hard_end::text)::timestamptz,
    started_at = coalesce(head.started_at, news.started_at),
    ended_at = coalesce(head.ended_at, news.ended_at),
    unsuccessful_at = coalesce(head.unsuccessful_at, news.unsuccessful_at),
    cancelled_at = coalesce(head.cancelled_at, news.cancelled_at),
    completed_at = coalesce(head.completed_at, news.completed_at)
  from (
    select auction_id, max(seq) as seq,
      (array_agg(hash order by seq desc))[1] as hash,
      ((array_agg(body order by seq desc) filter (where kind in ('extended', 'outage')))[1])::json as moved,
      count(*) filter (where kind = 'bid') as bids,
      count(*) filter (where kind = 'application_received') as applications,
      count(*) filter (where kind = 'application_confirmed') as participants,
      min(at) filter (where kind = 'started') as started_at,
      min(at) filter (where kind = 'ended') as ended_at,
      min(at) filter (where kind = 'unsuccessful') as unsuccessful_at,
      min(at) filter (where kind = 'cancelled') as cancelled_at,
      min(at) filter (where kind = 'completed') as completed_at
    from appended group by auction_id
  ) news
  where news.auction_id = head.auction_id;

  insert into portal.auction_results (auction_id, completed_at, participants, winners, volume_sold, average_price, final_price, agreements)
  select auction_id, at, (result ->> 'participants')::integer, (result ->> 'winners')::integer,
    cms.smallest_units(result ->> 'volume_sold'), cms.smallest_units(result ->> 'average_price'),
    cms.smallest_units(result ->> 'final_price'), agreements
  from (
    select auction_id, at, body::jsonb -> 'result' as result, body::jsonb -> 'agreements' as agreements
    from appended where kind = 'completed'
  ) completed;

  perform pg_notify('portal_auction', auction_id || ':' || max(seq)) from appended group by auction_id;
  return null;
end
$$;

-- Every write of bids updates one row here, in its page as long as there is room.
alter table portal.auction_heads set (fillfactor = 40);
