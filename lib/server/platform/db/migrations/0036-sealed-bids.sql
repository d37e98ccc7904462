-- R2.3: what a preliminary bid says is stored encrypted, its nonce included: with it the public seal would tell the few prices
-- and quantities that are possible. From the start on the bids themselves have it. Rows of earlier versions stay as they are.
alter table portal.applications
  alter column price drop not null,
  alter column quantity drop not null,
  alter column minimum_quantity drop not null,
  alter column nonce drop not null,
  add column sealed bytea,
  add constraint sealed_or_open check (num_nonnulls(price, quantity, minimum_quantity, nonce) = case when sealed is null then 4 else 0 end);
