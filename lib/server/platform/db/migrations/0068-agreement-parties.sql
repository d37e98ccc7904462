-- The seller as a document names it (Party in lib/server/protocol/issuer.ts): the site's name and the seller's details, in the language or in Ukrainian.
create function portal.seller_details(lang text) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'name', coalesce((select company_name from cms.settings_locales where _locale::text in (lang, 'uk') order by _locale::text = lang desc limit 1), ''),
    'edrpou', coalesce(seller.edrpou, ''), 'taxNumber', coalesce(seller.tax_number, ''),
    'eic', coalesce(seller.eic, ''), 'iban', coalesce(seller.iban, ''),
    'bank', coalesce(words.bank, ''), 'address', coalesce(words.address, ''),
    'signatory', coalesce(words.signatory, ''), 'authority', coalesce(words.authority, ''))
  from (select 1) one
  left join (select * from cms.seller order by id limit 1) seller on true
  cross join lateral (
    select
      (array_agg(bank order by _locale::text = lang desc) filter (where bank <> ''))[1] as bank,
      (array_agg(address order by _locale::text = lang desc) filter (where address <> ''))[1] as address,
      (array_agg(signatory order by _locale::text = lang desc) filter (where signatory <> ''))[1] as signatory,
      (array_agg(authority order by _locale::text = lang desc) filter (where authority <> ''))[1] as authority
    from cms.seller_locales where _locale::text in (lang, 'uk')
  ) words
$$;

-- The parties of an agreement as they were when it was made: a company changes its account and the seller its director, and what was signed stays.
create table portal.agreement_parties (
  agreement_id integer primary key references cms.agreements (id) on delete cascade,
  -- By language: {"uk": …, "en": …, "ru": …}
  seller jsonb not null,
  buyer jsonb not null,
  at timestamptz not null default now()
);
create trigger unchangeable before update on portal.agreement_parties for each row execute function portal.refuse_change();

create function portal.keep_agreement_parties() returns trigger language plpgsql as $$
begin
  insert into portal.agreement_parties (agreement_id, seller, buyer)
  select new.id,
    jsonb_build_object('uk', portal.seller_details('uk'), 'en', portal.seller_details('en'), 'ru', portal.seller_details('ru')),
    jsonb_build_object('name', company.company_name, 'edrpou', company.edrpou, 'eic', company.eic, 'iban', company.iban,
      'taxNumber', '', 'bank', '', 'address', '', 'signatory', '', 'authority', '')
  from cms.companies company where company.id = new.company_id;
  return null;
end
$$;

lock table cms.agreements in share row exclusive mode;

create trigger keep_parties after insert on cms.agreements for each row execute function portal.keep_agreement_parties();

-- Of those that were made before, what stands today.
insert into portal.agreement_parties (agreement_id, seller, buyer)
select agreement.id, seller.details,
  jsonb_build_object('name', company.company_name, 'edrpou', company.edrpou, 'eic', company.eic, 'iban', company.iban,
    'taxNumber', '', 'bank', '', 'address', '', 'signatory', '', 'authority', '')
from cms.agreements agreement
join cms.companies company on company.id = agreement.company_id
cross join (
  select jsonb_build_object('uk', portal.seller_details('uk'), 'en', portal.seller_details('en'), 'ru', portal.seller_details('ru')) as details
) seller;
