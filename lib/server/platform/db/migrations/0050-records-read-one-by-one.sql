-- One record that cannot be read must not take a list down: what an older version, an import or a hand wrote into the content's
-- tables becomes null where it is no number or no instant, and whoever reads it tells by the row.

-- "15200.00" → 1520000, "300.000" → 300000; null for anything else.
create or replace function cms.smallest_units(decimal_text text) returns bigint
  language sql immutable strict parallel safe
  return case when decimal_text ~ '^[0-9]{1,12}\.[0-9]{2,3}$' then replace(decimal_text, '.', '')::bigint end;

-- Null for an instant that no page can write down: infinite, or outside of what its languages can count.
create function cms.usual_instant(at timestamptz) returns timestamptz
  language sql immutable strict parallel safe
  return case when at between '1900-01-01 00:00:00+00' and '2999-12-31 00:00:00+00' then at end;

create or replace function cms.epoch_ms(at timestamptz) returns bigint
  language sql immutable strict parallel safe
  return case when at between '1900-01-01 00:00:00+00' and '2999-12-31 00:00:00+00' then (extract(epoch from at) * 1000)::bigint end;

-- Null for what is no number (NaN is greater than every number here) or too large to be meant.
create function cms.usual_number(given numeric) returns numeric
  language sql immutable strict parallel safe
  return case when given between -1000000000 and 1000000000 then given end;

create or replace view cms.lots as
select
  auction.id,
  cms.usual_number(auction.number)::integer as number,
  auction.slug,
  auction.category_id,
  category.key::text as category,
  category.unit::text as unit,
  cms.smallest_units(auction.volume) as volume,
  cms.smallest_units(auction.starting_price) as starting_price,
  cms.smallest_units(auction.minimum_step) as minimum_step,
  cms.smallest_units(auction.maximum_step) as maximum_step,
  cms.smallest_units(auction.minimum_quantity) as minimum_quantity,
  cms.smallest_units(auction.quantity_step) as quantity_step,
  cms.usual_instant(auction.application_deadline)::timestamp(3) with time zone as application_deadline,
  cms.usual_instant(auction.starts_at)::timestamp(3) with time zone as starts_at,
  cms.usual_instant(auction.ends_at)::timestamp(3) with time zone as ends_at,
  cms.usual_instant(auction.hard_end_at)::timestamp(3) with time zone as hard_end_at,
  cms.epoch_ms(auction.application_deadline) as application_deadline_ms,
  cms.epoch_ms(auction.starts_at) as starts_ms,
  cms.epoch_ms(auction.ends_at) as ends_ms,
  cms.epoch_ms(auction.hard_end_at) as hard_end_ms,
  (cms.usual_number(auction.extension_minutes) * 60000)::bigint as extension_window_ms,
  cms.usual_number(auction.minimum_participants)::integer as minimum_participants,
  auction.visibility::text as visibility,
  auction.updated_at
from cms.auctions auction
join cms.categories category on category.id = auction.category_id
where auction._status = 'published';
