-- The demo: nothing stands here where none runs.

-- How far its first content has come, so that a start that was cut off goes on where it stopped.
create table portal.demo_progress (
  step text primary key,
  done_at timestamptz not null default now()
);

-- The auctions that the rolling demo looks after; people's own are never touched by it.
create table portal.demo_auctions (
  auction_id integer primary key references cms.auctions (id)
);
