import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/**
 * SQL of the portal over edited content, and the rows that the specification fixes.
 *
 * `cms.lots` has the published auctions in the domain's integers: kopecks (R0.1), thousandths (R0.2), instants as timestamps and as
 * epoch milliseconds. One unreadable record must not break a list: an imported text that is not a number or an instant becomes null.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    -- "15200.00" → 1520000, "300.000" → 300000; null for anything else.
    create function cms.smallest_units(decimal_text text) returns bigint
      language sql immutable strict parallel safe
      return case when decimal_text ~ '^[0-9]{1,12}\\.[0-9]{2,3}$' then replace(decimal_text, '.', '')::bigint end;

    -- Null for an instant that pages cannot show: infinite, or beyond the range of the languages that they are written in.
    create function cms.safe_timestamp(at timestamptz) returns timestamptz
      language sql immutable strict parallel safe
      return case when at between '1900-01-01 00:00:00+00' and '2999-12-31 00:00:00+00' then at end;

    create function cms.epoch_ms(at timestamptz) returns bigint
      language sql immutable strict parallel safe
      return case when at between '1900-01-01 00:00:00+00' and '2999-12-31 00:00:00+00' then (extract(epoch from at) * 1000)::bigint end;

    -- Null for NaN, which is greater than every number here, and for a number that is too large to be meant.
    create function cms.safe_number(value numeric) returns numeric
      language sql immutable strict parallel safe
      return case when value between -1000000000 and 1000000000 then value end;

    create view cms.lots as
    select
      auction.id,
      cms.safe_number(auction.number)::integer as number,
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
      cms.safe_timestamp(auction.application_deadline)::timestamp(3) with time zone as application_deadline,
      cms.safe_timestamp(auction.question_deadline)::timestamp(3) with time zone as question_deadline,
      cms.safe_timestamp(auction.starts_at)::timestamp(3) with time zone as starts_at,
      cms.safe_timestamp(auction.ends_at)::timestamp(3) with time zone as ends_at,
      cms.safe_timestamp(auction.hard_end_at)::timestamp(3) with time zone as hard_end_at,
      cms.epoch_ms(auction.application_deadline) as application_deadline_ms,
      cms.epoch_ms(auction.starts_at) as starts_ms,
      cms.epoch_ms(auction.ends_at) as ends_ms,
      cms.epoch_ms(auction.hard_end_at) as hard_end_ms,
      cms.safe_number(auction.extension_minutes)::integer as extension_minutes,
      cms.safe_number(auction.minimum_participants)::integer as minimum_participants,
      auction.visibility::text as visibility,
      coalesce(cms.smallest_units(auction.deposit_rate), 0) as deposit_rate,
      cms.safe_timestamp(coalesce(auction.deposit_deadline, auction.application_deadline, auction.starts_at))::timestamp(3) with time zone as deposit_deadline,
      coalesce(auction.deposit_recipient, '') as deposit_recipient,
      coalesce(auction.deposit_iban, '') as deposit_iban,
      coalesce(auction.deposit_edrpou, '') as deposit_edrpou,
      coalesce(auction.deposit_bank, '') as deposit_bank,
      coalesce(auction.automatic_bids, false) as automatic_bids,
      coalesce(auction.shipment_until, '') as shipment_until,
      auction.payment_plan,
      auction.updated_at
    from cms.auctions auction
    join cms.categories category on category.id = auction.category_id
    where auction._status = 'published';

    create index auctions_published_start on cms.auctions (starts_at desc, id desc) where _status = 'published';
    create index auctions_published_category_start on cms.auctions (category_id, starts_at desc, id desc) where _status = 'published';

    -- R1.2: a lot is frozen once its record has begun. The record's schema is created after this one.
    create function cms.lot_is_frozen(auction integer) returns boolean
      language plpgsql stable as $$
    declare
      begun boolean;
    begin
      if to_regclass('portal.auction_heads') is null then
        return false;
      end if;
      execute 'select exists (select from portal.auction_heads where auction_id = $1)' into begun using auction;
      return begun;
    end
    $$;

    insert into cms.menus (id, title) values (1, 'Головне меню'), (2, 'Меню підвалу');
    select setval(pg_get_serial_sequence('cms.menus', 'id'), 2);

    insert into cms.categories (id, key, unit, sort_order, slug)
    values (1, 'gas_condensate', 'tonne', 1, 'condensate'), (2, 'natural_gas', 'thousand_m3', 2, 'gas');
    select setval(pg_get_serial_sequence('cms.categories', 'id'), 2);
    insert into cms.categories_locales (_parent_id, _locale, name, unit_label, price_unit_label) values
      (1, 'uk', 'Газовий конденсат', 'т', 'грн/т'),
      (1, 'en', 'Gas condensate', 't', 'UAH/t'),
      (1, 'ru', 'Газовый конденсат', 'т', 'грн/т'),
      (2, 'uk', 'Природний газ', 'тис. м³', 'грн/тис. м³'),
      (2, 'en', 'Natural gas', 'thousand m³', 'UAH/thousand m³'),
      (2, 'ru', 'Природный газ', 'тыс. м³', 'грн/тыс. м³');
  `)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    delete from cms.menus where id in (1, 2);
    delete from cms.categories where id in (1, 2);
    drop function cms.lot_is_frozen(integer);
    drop index cms.auctions_published_category_start;
    drop index cms.auctions_published_start;
    drop view cms.lots;
    drop function cms.safe_number(numeric);
    drop function cms.epoch_ms(timestamptz);
    drop function cms.safe_timestamp(timestamptz);
    drop function cms.smallest_units(text);
  `)
}
