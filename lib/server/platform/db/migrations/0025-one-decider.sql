-- One server at a time decides bids, so that their order is the order in which they were received (R4.9).

-- Servers that take bids, by the database's clock alone. One that has not been seen for a while is waited for no longer.
create table portal.bid_servers (
  id text primary key,
  seen_at timestamptz not null
);

-- Who decides. The epoch rises with every change of hands and fences the writes of a server that has lost its lease and
-- does not know it yet. It is unique so that a change of hands waits for a write under way, and renewing does not: both
-- follow from how PostgreSQL locks a row whose key changes.
create table portal.bid_lease (
  single boolean primary key default true check (single),
  epoch bigint not null unique,
  holder text,
  until timestamptz not null
);
insert into portal.bid_lease (epoch, holder, until) values (0, null, '-infinity');

-- A server's sign of life. Renews its lease where it decides, and takes the lease where nobody has it any more.
create function portal.keep_bid_lease(
  server text, lease_ms integer, silence_ms integer,
  out epoch bigint, out holder text, out remaining_ms integer, out live text[]
) language plpgsql as $$
begin
  insert into portal.bid_servers as known (id, seen_at) values (server, clock_timestamp())
  on conflict (id) do update set seen_at = excluded.seen_at;
  update portal.bid_lease lease set until = clock_timestamp() + lease_ms * interval '1 ms' where lease.holder = server;
  if not found then
    update portal.bid_lease lease set epoch = lease.epoch + 1, holder = server, until = clock_timestamp() + lease_ms * interval '1 ms'
    where lease.holder is null or lease.until < clock_timestamp();
  end if;
  select lease.epoch, lease.holder, greatest(0, extract(epoch from lease.until - clock_timestamp()) * 1000)::integer
  into keep_bid_lease.epoch, keep_bid_lease.holder, keep_bid_lease.remaining_ms from portal.bid_lease lease;
  select coalesce(array_agg(known.id), '{}') into live from portal.bid_servers known
  where known.seen_at > clock_timestamp() - silence_ms * interval '1 ms';
end
$$;

-- A server that stops: nobody waits for it any more, and another decides at once.
create function portal.leave_bid_lease(server text) returns void language sql as $$
  delete from portal.bid_servers where id = server or seen_at < clock_timestamp() - interval '1 day';
  update portal.bid_lease set holder = null, until = clock_timestamp() where holder = server;
  select pg_notify('portal_bids', '{"kind":"free"}');
$$;

-- As record_bids, for the server that decides; null where it does so no longer, and then nothing is written. Servers of
-- the version before, while a new one is rolled out, go on calling record_bids itself.
create function portal.record_decided_bids(
  decider text, decider_epoch bigint,
  auctions integer[], known_log_seqs bigint[],
  log_auctions integer[], log_seqs bigint[], log_kinds text[], log_ats text[], log_bodies text, log_hashes text[],
  request_auctions integer[], request_accounts integer[], request_keys text[], request_fingerprints text[],
  request_ats text[], request_bids bigint[], request_answers text,
  notices json
) returns integer[] language plpgsql as $$
begin
  perform from portal.bid_lease where epoch = decider_epoch and holder = decider for key share;
  if not found then
    return null;
  end if;
  return portal.record_bids(auctions, known_log_seqs, log_auctions, log_seqs, log_kinds, log_ats, log_bodies, log_hashes,
    request_auctions, request_accounts, request_keys, request_fingerprints, request_ats, request_bids, request_answers, notices);
end
$$;
