-- When a lot was announced. Its record (portal.auction_log) begins later, with the first application, and tells it (R8.4).
create table portal.announcements (
  auction_id integer primary key references cms.auctions (id) on delete cascade,
  announced_at timestamptz not null,
  -- The last change of the lot's numbers since; null: none.
  changed_at timestamptz
);

insert into portal.announcements (auction_id, announced_at)
select auction.id, date_trunc('milliseconds', coalesce(
  (select min(version.created_at) from cms._auctions_v version where version.parent_id = auction.id and version.version__status = 'published'),
  auction.created_at))
from cms.auctions auction where auction._status = 'published';

create function portal.note_announcement() returns trigger language plpgsql as $$
begin
  insert into portal.announcements (auction_id, announced_at) values (new.id, date_trunc('milliseconds', now()))
  on conflict (auction_id) do nothing;
  -- Announced before: what changes now is a change.
  if not found and
      (new.category_id, new.volume, new.starting_price, new.minimum_step, new.maximum_step, new.minimum_quantity, new.quantity_step,
       new.application_deadline, new.starts_at, new.ends_at, new.extension_minutes, new.hard_end_at, new.minimum_participants, new.visibility)
      is distinct from
      (old.category_id, old.volume, old.starting_price, old.minimum_step, old.maximum_step, old.minimum_quantity, old.quantity_step,
       old.application_deadline, old.starts_at, old.ends_at, old.extension_minutes, old.hard_end_at, old.minimum_participants, old.visibility)
  then
    update portal.announcements set changed_at = date_trunc('milliseconds', now()) where auction_id = new.id;
  end if;
  return null;
end
$$;
create trigger note_announcement after insert or update on cms.auctions
  for each row when (new._status = 'published') execute function portal.note_announcement();
