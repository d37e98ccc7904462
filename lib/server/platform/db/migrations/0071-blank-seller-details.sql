-- A text of the seller that is blank in a language, spaces included, is as good as none: the Ukrainian one stands instead, in the name as in the details.
create or replace function portal.seller_details(lang text) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'name', coalesce((select company_name from cms.settings_locales where _locale::text in (lang, 'uk') and company_name ~ '\S'
      order by _locale::text = lang desc limit 1), ''),
    'edrpou', coalesce(seller.edrpou, ''), 'taxNumber', coalesce(seller.tax_number, ''),
    'eic', coalesce(seller.eic, ''), 'iban', coalesce(seller.iban, ''),
    'bank', coalesce(words.bank, ''), 'address', coalesce(words.address, ''),
    'signatory', coalesce(words.signatory, ''), 'authority', coalesce(words.authority, ''))
  from (select 1) one
  left join (select * from cms.seller order by id limit 1) seller on true
  cross join lateral (
    select
      (array_agg(bank order by _locale::text = lang desc) filter (where bank ~ '\S'))[1] as bank,
      (array_agg(address order by _locale::text = lang desc) filter (where address ~ '\S'))[1] as address,
      (array_agg(signatory order by _locale::text = lang desc) filter (where signatory ~ '\S'))[1] as signatory,
      (array_agg(authority order by _locale::text = lang desc) filter (where authority ~ '\S'))[1] as authority
    from cms.seller_locales where _locale::text in (lang, 'uk')
  ) words
$$;
