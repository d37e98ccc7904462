-- The shop's form: what keeps one permission from sending several orders, and the numbers of orders.

-- A ticket that has sent its order. The same order sent again (a connection lost after the commit) is answered its
-- number; another order with the same ticket is refused.
create table portal.used_form_tickets (
  nonce uuid primary key,
  -- SHA-256 of what was ordered.
  content_hash bytea not null check (length(content_hash) = 32),
  order_number integer not null,
  used_at timestamptz not null
);
-- Tickets live for a day: what is older keeps nobody from anything.
create index on portal.used_form_tickets (used_at);

-- Four digits from the first order on; a number that a failed order took is not given again.
create sequence portal.order_numbers as integer start with 1001;
