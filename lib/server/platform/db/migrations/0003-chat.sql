-- The chat of a buyer and the administrator in an auction, and indexes of the lists that people read.

create table portal.chat_messages (
  id integer generated always as identity primary key,
  auction_id integer not null references cms.auctions (id),
  -- The buyer whose conversation it is, whoever wrote.
  account_id integer not null references cms.companies (id),
  author text not null check (author in ('buyer', 'administrator', 'system')),
  staff_id integer,
  text text not null check (length(text) between 1 and 2000),
  sent_at timestamptz not null,
  check ((author = 'administrator') = (staff_id is not null))
);
create index on portal.chat_messages (auction_id, account_id, id);
call portal.make_append_only('portal.chat_messages');

-- What the lists of conversations show; follows from the messages, in the statement that adds them.
create table portal.chat_conversations (
  auction_id integer not null,
  account_id integer not null,
  last_message_id integer not null,
  -- The buyer's messages since the administrator's last one.
  unanswered integer not null,
  primary key (auction_id, account_id)
);
create index chat_conversations_waiting on portal.chat_conversations (auction_id) where unanswered > 0;

create function portal.follow_chat() returns trigger language plpgsql as $$
begin
  insert into portal.chat_conversations as conversation (auction_id, account_id, last_message_id, unanswered)
  values (new.auction_id, new.account_id, new.id, case when new.author = 'buyer' then 1 else 0 end)
  on conflict (auction_id, account_id) do update set
    last_message_id = new.id,
    unanswered = case new.author
      when 'buyer' then conversation.unanswered + 1
      when 'administrator' then 0
      else conversation.unanswered
    end;
  perform pg_notify('portal_chat', json_build_object('auction_id', new.auction_id, 'account_id', new.account_id, 'id', new.id)::text);
  return null;
end
$$;
create trigger follow after insert on portal.chat_messages for each row execute function portal.follow_chat();
create trigger from_messages_only before insert or update or delete on portal.chat_conversations
  for each statement execute function portal.refuse_writing_by_hand();

-- Lists of finished auctions, the newest first, whichever way they finished.
alter table portal.auction_heads
  add column finished_at timestamptz generated always as (coalesce(completed_at, cancelled_at, unsuccessful_at)) stored;
create index auction_heads_finished on portal.auction_heads (finished_at desc, auction_id desc) where finished_at is not null;
create index auction_heads_completed on portal.auction_heads (completed_at desc, auction_id desc) where completed_at is not null;
create index auction_heads_cancelled on portal.auction_heads (cancelled_at desc, auction_id desc) where cancelled_at is not null;
create index auction_heads_unsuccessful on portal.auction_heads (unsuccessful_at desc, auction_id desc) where unsuccessful_at is not null;

-- The moves of an auction's end are few among its entries.
create index auction_log_moves on portal.auction_log (auction_id, seq) where kind in ('extended', 'outage');

create index applications_of_account_newest on portal.applications (account_id, id desc);
create index agreements_of_company_newest on cms.agreements (company_id, id desc);
