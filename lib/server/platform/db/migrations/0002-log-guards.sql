-- The guards of the log: facts are written once, each entry follows the previous one, and heads, bids and results are
-- derived from the log.

-- Facts are written once: the database refuses to change them (R4.6), for every role.
-- Two tables hold facts about a person: those may be deleted once the account, or the person, is erased.
create function portal.refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_level = 'ROW' and tg_table_schema = 'portal' then
    if tg_table_name = 'account_notes' then
      if exists (select from portal.erasures erasure where erasure.company_id = old.company_id) then
        return old;
      end if;
    elsif tg_table_name = 'email_confirmations' then
      if exists (select from portal.people where id = old.person_id and erased_at is not null) then
        return old;
      end if;
    end if;
  end if;
  raise exception '% on %.% refused: facts are append-only', tg_op, tg_table_schema, tg_table_name
    using errcode = 'restrict_violation';
end
$$;
create procedure portal.make_append_only(target regclass) language plpgsql as $$
begin
  execute format('create trigger append_only before update or delete on %s for each row execute function portal.refuse_change()', target);
  execute format('create trigger append_only_truncate before truncate on %s for each statement execute function portal.refuse_change()', target);
end
$$;
call portal.make_append_only('portal.email_confirmations');
call portal.make_append_only('portal.account_decisions');
call portal.make_append_only('portal.audit');
call portal.make_append_only('portal.applications');
call portal.make_append_only('portal.application_decisions');
call portal.make_append_only('portal.selection_decisions');
call portal.make_append_only('portal.deposit_payments');
call portal.make_append_only('portal.deposit_settlements');
call portal.make_append_only('portal.fulfilment_facts');
call portal.make_append_only('portal.key_rates');
call portal.make_append_only('portal.agreements_made');
call portal.make_append_only('portal.outages');
call portal.make_append_only('portal.chat_messages');
call portal.make_append_only('portal.erasures');
call portal.make_append_only('portal.account_notes');
call portal.make_append_only('portal.company_audit');
call portal.make_append_only('portal.bid_people');

-- The trail is guarded in replica sessions too, where ordinary triggers do not fire.
alter table portal.audit enable always trigger append_only;
alter table portal.audit enable always trigger append_only_truncate;

-- Bids, results and the log are never changed; they are large, so the refusal is at the statement.
create trigger unchangeable before update or delete or truncate on portal.auction_log for each statement execute function portal.refuse_change();
create trigger unchangeable before update or delete or truncate on portal.bids for each statement execute function portal.refuse_change();
create trigger unchangeable before update or delete or truncate on portal.auction_results for each statement execute function portal.refuse_change();

create function portal.refuse_writing_by_hand() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception '% on %.% refused: it follows from portal.auction_log', tg_op, tg_table_schema, tg_table_name
      using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
create trigger from_log_only before insert on portal.bids for each statement execute function portal.refuse_writing_by_hand();
create trigger from_log_only before insert on portal.auction_results for each statement execute function portal.refuse_writing_by_hand();
create trigger from_log_only before update on portal.auction_heads for each statement execute function portal.refuse_writing_by_hand();
create trigger never_deleted before delete or truncate on portal.auction_heads for each statement execute function portal.refuse_change();

-- A log begins empty.
create function portal.refuse_begun_head() returns trigger language plpgsql as $$
begin
  if new.log_seq <> 0 or new.bid_seq <> 0 or new.applications <> 0 or new.participants <> 0 or new.last_hash <> repeat('0', 64)
    or num_nonnulls(new.started_at, new.halted_at, new.ended_at, new.unsuccessful_at, new.cancelled_at, new.completed_at) > 0 then
    raise exception 'the log of auction % must begin empty', new.auction_id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;
create trigger begins_empty before insert on portal.auction_heads for each row execute function portal.refuse_begun_head();

-- After every append, once for the statement: each auction's new entries follow its head without a gap, each carrying the
-- hash of the one before; bids follow likewise (R4.9); then heads, bids and results are derived, and listeners notified.
create function portal.follow_log() returns trigger language plpgsql as $$
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
    insert into portal.bids (auction_id, seq, log_seq, company_id, participant, price, quantity, minimum_quantity, final, preliminary, automatic, received_at)
    select bid.auction_id, (body ->> 'bid')::bigint, log_seq, application.company_id, decision.participant,
      cms.smallest_units(body ->> 'price'), cms.smallest_units(body ->> 'quantity'), cms.smallest_units(body ->> 'minimum_quantity'),
      (body ->> 'final')::boolean, (body ->> 'preliminary')::boolean, (body ->> 'automatic')::boolean, (body ->> 'received_at')::timestamptz
    from bid
    -- A bid of an unassigned number finds no row here, and the count below refuses the statement.
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
    halted_at = case news.last_halt when 'halted' then news.halted_at when 'resumed' then null else head.halted_at end,
    ended_at = coalesce(head.ended_at, news.ended_at),
    unsuccessful_at = coalesce(head.unsuccessful_at, news.unsuccessful_at),
    cancelled_at = coalesce(head.cancelled_at, news.cancelled_at),
    completed_at = coalesce(head.completed_at, news.completed_at)
  from (
    select auction_id, max(seq) as seq,
      (array_agg(hash order by seq desc))[1] as hash,
      ((array_agg(body order by seq desc) filter (where kind in ('extended', 'outage', 'resumed')))[1])::json as moved,
      (array_agg(kind order by seq desc) filter (where kind in ('halted', 'resumed')))[1] as last_halt,
      count(*) filter (where kind = 'bid') as bids,
      count(*) filter (where kind = 'application_received') as applications,
      count(*) filter (where kind = 'application_confirmed') as participants,
      min(at) filter (where kind = 'started') as started_at,
      max(at) filter (where kind = 'halted') as halted_at,
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
create trigger follow after insert on portal.auction_log referencing new table as appended
  for each statement execute function portal.follow_log();

-- R14.1: an automatic bid is attributed to the person who left the order.
create procedure portal.record_order_people(auctions integer[], log_auctions integer[], log_bodies text[]) language sql as $$
  insert into portal.bid_people (auction_id, bid_seq, person_id)
  select bid.auction_id, bid.seq, left_order.person_id
  from (
    select auction_id, (body::json ->> 'bid')::bigint as seq from unnest(log_auctions, log_bodies) entry (auction_id, body)
    where auction_id = any (auctions) and strpos(body, '"automatic":true') > 0
  ) placed
  join portal.bids bid using (auction_id, seq)
  join portal.automatic_orders left_order using (auction_id, company_id)
$$;

-- A server's waiting bids on any number of auctions, in one statement and one commit. Columns come as lists: numbers as
-- arrays, texts joined by line breaks, which none of them has.
--
-- An auction whose head is locked by another writer, or whose log has moved past the server's snapshot, is skipped: the
-- server then decides its bids again. Returns the auctions that were written.
create function portal.record_bids(
  auctions integer[], known_log_seqs bigint[],
  log_auctions integer[], log_seqs bigint[], log_kinds text[], log_ats text[], log_bodies text, log_hashes text[],
  request_auctions integer[], request_accounts integer[], request_people integer[], request_keys text[], request_fingerprints text[],
  request_ats text[], request_bids bigint[], request_answers text,
  notices json, orders json
) returns integer[] language plpgsql as $$
declare
  fresh integer[];
begin
  select array_agg(auction_id) into fresh from (
    select head.auction_id
    from portal.auction_heads head
    join unnest(auctions, known_log_seqs) known (auction_id, log_seq) on known.auction_id = head.auction_id
    where head.log_seq = known.log_seq
    order by head.auction_id
    for update of head skip locked
  ) locked;
  if fresh is null then
    return '{}';
  end if;

  if log_bodies <> '' then
    insert into portal.auction_log (auction_id, seq, at, kind, body, previous_hash, hash)
    select entry.auction_id, entry.seq, entry.at::timestamptz, entry.kind, entry.body,
      coalesce(lag(entry.hash) over (partition by entry.auction_id order by entry.seq), head.last_hash), entry.hash
    from unnest(log_auctions, log_seqs, log_ats, log_kinds, string_to_array(log_bodies, E'\n'), log_hashes)
      entry (auction_id, seq, at, kind, body, hash)
    join portal.auction_heads head on head.auction_id = entry.auction_id
    where entry.auction_id = any (fresh);
  end if;

  insert into portal.bid_requests (auction_id, company_id, idempotency_key, fingerprint, received_at, bid_seq, answer)
  select request.auction_id, request.company_id, request.key, request.fingerprint, request.at::timestamptz, request.bid_seq, request.answer
  from unnest(request_auctions, request_accounts, request_keys, request_fingerprints, request_ats, request_bids, string_to_array(request_answers, E'\n'))
    request (auction_id, company_id, key, fingerprint, at, bid_seq, answer)
  where request.auction_id = any (fresh);

  insert into portal.bid_people (auction_id, bid_seq, person_id)
  select request.auction_id, request.bid_seq, request.person_id
  from unnest(request_auctions, request_people, request_bids) request (auction_id, person_id, bid_seq)
  where request.auction_id = any (fresh) and request.bid_seq is not null;

  if orders is not null then
    insert into portal.automatic_orders (auction_id, company_id, log_seq, person_id, sealed)
    select changed.auction_id, changed.company_id, changed.log_seq, changed.person_id, decode(changed.sealed, 'base64')
    from json_to_recordset(orders) changed (auction_id integer, company_id integer, log_seq bigint, person_id integer, sealed text)
    where changed.sealed is not null and changed.auction_id = any (fresh)
    on conflict (auction_id, company_id)
      do update set log_seq = excluded.log_seq, person_id = excluded.person_id, sealed = excluded.sealed;
  end if;
  if strpos(log_bodies, '"automatic":true') > 0 then
    call portal.record_order_people(fresh, log_auctions, string_to_array(log_bodies, E'\n'));
  end if;
  if orders is not null then
    delete from portal.automatic_orders ended
    using json_to_recordset(orders) changed (auction_id integer, company_id integer, sealed text)
    where (ended.auction_id, ended.company_id) = (changed.auction_id, changed.company_id)
      and changed.sealed is null and changed.auction_id = any (fresh);
  end if;

  if notices is not null then
    insert into portal.outbox (kind, company_id, recipients, payload, dedupe_key)
    select notice.kind, notice.company_id, notice.recipients, notice.payload, notice.dedupe_key
    from json_to_recordset(notices) notice (kind text, company_id integer, recipients text[], payload jsonb, dedupe_key text)
    where (notice.payload ->> 'auction_id')::integer = any (fresh)
    on conflict (dedupe_key) do nothing;
  end if;
  return fresh;
end
$$;

-- Renews the heartbeat, and returns false if another server has since `known_beat`. Beginning the probe's table anew needs a
-- new page on the disk, as a bid may; a reader of it, such as a backup, prevents that, but no writes.
create function portal.renew_heartbeat(
  known_beat bigint, server text, at timestamptz, boot text, elapsed_ms double precision, shift_ms double precision
) returns boolean language plpgsql set lock_timeout = '300ms' as $$
begin
  update portal.heartbeat current set beat = beat + 1, server = renew_heartbeat.server, at = renew_heartbeat.at,
    boot = renew_heartbeat.boot, elapsed_ms = renew_heartbeat.elapsed_ms, shift_ms = renew_heartbeat.shift_ms
  where current.beat = known_beat;
  if not found then
    return false;
  end if;
  begin
    truncate portal.write_probe;
  exception when lock_not_available then
    null;
  end;
  insert into portal.write_probe values (repeat('x', 7000));
  return true;
end
$$;

-- R1.2: once the log has begun, the lot's numbers are frozen and the lot stays. Its texts may still be corrected.
create function portal.guard_lot() returns trigger language plpgsql as $$
begin
  if not exists (select from portal.auction_heads where auction_id = old.id) then
    return coalesce(new, old);
  end if;
  if tg_op = 'DELETE' then
    raise exception 'auction % has begun its record and cannot be deleted', old.id using errcode = 'restrict_violation';
  end if;
  if (new.id, new.number, new._status, portal.terms_of(new)) is distinct from (old.id, old.number, old._status, portal.terms_of(old)) then
    raise exception 'the numbers of auction % are frozen: its record has begun', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger guard_lot before update or delete on cms.auctions for each row execute function portal.guard_lot();
create trigger from_messages_only before insert or update or delete on portal.chat_conversations
  for each statement execute function portal.refuse_writing_by_hand();

-- Answers under an idempotency key (R4.8) are stored for retries and later questions; retention deletes them 90 days after
-- the auction's end. This guard allows it a month earlier, because clocks may disagree.
create trigger unchangeable before update or truncate on portal.bid_requests for each statement execute function portal.refuse_change();

create function portal.guard_idempotency_record() returns trigger language plpgsql as $$
begin
  if not exists (
    select from portal.auction_heads head where head.auction_id = old.auction_id
      and coalesce(head.ended_at, head.unsuccessful_at, head.cancelled_at) < now() - interval '60 days'
  ) then
    raise exception '% on %.% refused: facts are append-only until their auction, %, is over for 60 days', tg_op, tg_table_schema, tg_table_name, old.auction_id
      using errcode = 'restrict_violation';
  end if;
  return old;
end
$$;
create trigger kept_while_asked_for before delete on portal.bid_requests for each row execute function portal.guard_idempotency_record();
create trigger unchangeable before update on portal.agreement_parties for each row execute function portal.refuse_change();
create trigger unchangeable before update on portal.agreement_prints for each row execute function portal.refuse_change();
create trigger unchangeable before update on portal.signature_decisions for each row execute function portal.refuse_change();
