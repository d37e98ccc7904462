-- What was asked with a key and answered (R4.8) is kept while it can be asked again, and for questions about it afterwards; then
-- retention forgets it, 90 days after the auction's end. As before nobody changes it, and nobody removes that of an auction that is
-- not long over; the month between leaves room for clocks that disagree.
drop trigger unchangeable on portal.bid_requests;
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
