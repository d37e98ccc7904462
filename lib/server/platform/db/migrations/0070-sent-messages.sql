-- What a company's browser sends under an Idempotency-Key, so that a message whose answer was lost is not kept twice when it is sent again.
create table portal.sent_messages (
  id bigint generated always as identity primary key,
  account_id integer not null,
  call text not null check (call in ('chat', 'staff_chat', 'feedback')),
  idempotency_key text not null check (length(idempotency_key) between 8 and 64),
  -- SHA-256 of what was sent, hex: the same key with another content is a mistake of the sender.
  fingerprint text not null,
  -- Null only inside the transaction that keeps the message.
  message_id integer,
  sent_at timestamptz not null,
  unique (account_id, call, idempotency_key)
);
create index on portal.sent_messages (sent_at);
