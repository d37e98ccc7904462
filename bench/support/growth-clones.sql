-- Copies all rows of the templates, except their logs, for the auctions in growth_clone, with other times and companies.
create temp table growth_company on commit drop as select row_number() over (order by id) - 1 as n, id from cms.companies;
create unique index on growth_company (n);
create temp table growth_seat on commit drop as
  select company_id, row_number() over (order by company_id) - 1 as seat
  from (select distinct company_id from portal.applications where auction_id in (select template from growth_clone)) template;
create temp table growth_account on commit drop as
  select clone.id as auction_id, seat.company_id as template, company.id as company_id
  from growth_clone clone cross join growth_seat seat
    join growth_company company on company.n = (clone.first + seat.seat) % (select count(*) from growth_company);
create unique index on growth_account (auction_id, template);
analyze growth_account;

create or replace function pg_temp.clone(target regclass, of text, overrides jsonb, omitted text[] default '{}') returns void language plpgsql as $$
declare
  columns text;
  expressions text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum),
    string_agg(case
      when overrides ? attname then overrides ->> attname
      when atttypid = 'timestamptz'::regtype then format('source.%I + clone.shift * interval ''1 millisecond''', attname)
      else format('source.%I', attname)
    end, ', ' order by attnum)
    into columns, expressions
    from pg_attribute
    where attrelid = target and attnum > 0 and not attisdropped and attgenerated = '' and attname <> all (omitted);
  execute format('insert into %s (%s) select %s from growth_clone clone join %s source on source.%I = clone.template', target, columns, expressions, target, of);
end
$$;

select pg_temp.clone('cms.auctions', 'id', '{"id": "clone.id", "number": "clone.number", "slug": "''growth-'' || clone.id"}');
insert into cms.auctions_locales (_parent_id, _locale, title)
  select id, locale::cms._locales, 'Growth ' || number from growth_clone, unnest(array['uk', 'en', 'ru']) locale;
select pg_temp.clone('portal.announcements', 'auction_id', '{"auction_id": "clone.id"}');

select pg_temp.clone('portal.applications', 'auction_id', jsonb_build_object(
  'auction_id', 'clone.id',
  'company_id', '(select company_id from growth_account where auction_id = clone.id and template = source.company_id)'), '{id}');
select pg_temp.clone('portal.application_decisions', 'auction_id', jsonb_build_object(
  'auction_id', 'clone.id',
  'application_id', '(select own.id from portal.applications template join portal.applications own on own.auction_id = clone.id and own.number = template.number where template.id = source.application_id)'));
select pg_temp.clone('portal.auction_heads', 'auction_id', '{"auction_id": "clone.id", "last_hash": "(select last_hash from growth_end where id = clone.id)"}');
select pg_temp.clone('portal.auction_listing', 'auction_id', '{"auction_id": "clone.id"}');
select pg_temp.clone('portal.bids', 'auction_id', jsonb_build_object(
  'auction_id', 'clone.id',
  'company_id', '(select company_id from growth_account where auction_id = clone.id and template = source.company_id)'));
select pg_temp.clone('portal.auction_results', 'auction_id', '{"auction_id": "clone.id"}');
select pg_temp.clone('portal.selection_decisions', 'auction_id', jsonb_build_object(
  'auction_id', 'clone.id',
  'company_id', '(select company_id from growth_account where auction_id = clone.id and template = source.company_id)'), '{id}');

-- Idempotency keys of bids are kept for 90 days.
insert into portal.bid_requests (auction_id, company_id, idempotency_key, fingerprint, received_at, bid_seq, answer)
  select auction_id, company_id, 'growth-' || seq, repeat('0', 64), received_at, seq, '{}'
  from portal.bids where auction_id in (select id from growth_clone) and not preliminary and received_at > now() - interval '90 days';

insert into portal.agreements_made (auction_id, at) select id, now() from growth_clone;
with agreement as (
  insert into cms.agreements (number, company_id, auction_id, quantity, price, sum, status)
  select clone.number || '/' || (agreed ->> 'participant'), application.company_id, clone.id, agreed ->> 'quantity', agreed ->> 'price', agreed ->> 'sum', 'current'
  from growth_clone clone
    join portal.auction_results result on result.auction_id = clone.id
    cross join jsonb_array_elements(result.agreements) agreed
    join portal.application_decisions decision on decision.auction_id = clone.id and decision.participant = (agreed ->> 'participant')::integer
    join portal.applications application on application.id = decision.application_id
  returning id
)
insert into cms.agreements_locales (_parent_id, _locale, name, product)
  select id, locale::cms._locales, 'Agreement', 'Condensate' from agreement, unnest(array['uk', 'en', 'ru']) locale;

-- Three emails and three staff actions for each auction.
with email as (
  insert into portal.outbox (kind, company_id, payload, created_at, attempts, sent_at)
  select 'application_confirmed', application.company_id, jsonb_build_object('auction_id', clone.id), application.received_at, 1, application.received_at
  from growth_clone clone join portal.applications application on application.auction_id = clone.id and application.number <= 3
  returning id, kind, company_id, sent_at
)
insert into portal.emails (outbox_id, kind, company_id, recipients, language, subject, html, text, message_id, written_at, sent_at)
  select id, kind, company_id, array['company@example.com'], 'uk', 'Email ' || id, repeat('<p>email</p>', 40), repeat('email ', 40), id || '@example.com', sent_at, sent_at
  from email;
insert into portal.audit (staff_id, action, subject, at)
  select 1, 'application_confirmed', 'auction:' || clone.id, head.started_at from growth_clone clone
    join portal.auction_heads head on head.auction_id = clone.id cross join generate_series(1, 3);
