-- Searches of the back office look for a text anywhere within another, in any case. An index over the short runs of letters that a text
-- has (n-grams) finds those; it needs no extension, which not every PostgreSQL lets the portal create, and whose letters outside of ASCII
-- depend on the locale of the database.

-- Every run of one, two and three letters within a text, in small letters; some of them more than once.
create function portal.ngrams(given text) returns text[] language plpgsql immutable strict parallel safe cost 1000 as $$
declare
  letters text[] := string_to_array(lower(given), null);
begin
  return letters || array(
    select unnest(array[first || coalesce(second, ''), first || coalesce(second, '') || coalesce(third, '')])
    from unnest(letters, letters[2:], letters[3:]) run (first, second, third)
  );
end
$$;

-- Those that a text must have to hold the given one: `portal.ngrams(text) @> portal.ngrams_within(sought)`. The longest tell the most.
create function portal.ngrams_within(sought text) returns text[] language sql immutable strict parallel safe as $$
  select case
    when length(lower(sought)) <= 3 then array[lower(sought)]
    else array(select distinct substr(lower(sought), place, 3) from generate_series(1, length(lower(sought)) - 2) place)
  end
$$;

-- What a company is found by. concat_ws and array_to_string count as unsettled because of other types than these.
create function portal.words_of_company(company_name text, short_name text, edrpou text, email text, phone text, surname text)
  returns text language sql immutable parallel safe cost 10 as $$
  select concat_ws(' ', company_name, short_name, edrpou, email, phone, surname)
$$;

create function portal.words_of_letter(recipients text[], subject text) returns text language sql immutable parallel safe cost 10 as $$
  select concat_ws(' ', array_to_string(recipients, ' '), subject)
$$;

create function portal.words_of_entry(details jsonb) returns text language sql immutable parallel safe cost 10 as $$
  select concat_ws(' ', details ->> 'reason', details ->> 'title')
$$;

-- As the trail names it.
create function portal.words_of_number(number numeric, id integer) returns text language sql immutable parallel safe cost 10 as $$
  select '№ ' || coalesce(number, id)
$$;

create index companies_words on cms.companies
  using gin (portal.ngrams(portal.words_of_company(company_name, company_short_name, edrpou, email, phone, surname)));
create index auctions_numbers on cms.auctions using gin (portal.ngrams(portal.words_of_number(number, id)));
create index auctions_titles on cms.auctions_locales using gin (portal.ngrams(title));
create index agreements_numbers on cms.agreements using gin (portal.ngrams(number));
create index agreements_names on cms.agreements_locales using gin (portal.ngrams(name));
create index letters_words on portal.letters using gin (portal.ngrams(portal.words_of_letter(recipients, subject)));
create index audit_words on portal.audit using gin (portal.ngrams(portal.words_of_entry(details)));

-- An address is looked for in any case at every sign-in.
create index companies_email_any_case on cms.companies (lower(email));

-- Letters of one company, those of a kind of end, the newest first.
create index outbox_of_account on portal.outbox (account_id, id desc);
create index outbox_not_needed on portal.outbox (id desc) where sent_at is null and not_needed;

-- What was acted on, as a list of them and as a filter; and days.
create index audit_of_object on portal.audit (split_part(subject, ':', 1), id desc);
create index audit_at on portal.audit (at);

-- Those that end soon, for the dashboard.
create index agreements_ending on cms.agreements (ends_on) where status = 'current';

-- All that hold a text, to be counted. Where most do, the planner would read the whole table and make the runs of letters of each row anew;
-- from the index they are known.
create function portal.companies_with(sought text) returns setof integer language sql stable parallel safe set enable_seqscan = off as $$
  select id from cms.companies
  where portal.ngrams(portal.words_of_company(company_name, company_short_name, edrpou, email, phone, surname)) @> portal.ngrams_within(sought)
    and (length(lower(sought)) <= 3
      or strpos(lower(portal.words_of_company(company_name, company_short_name, edrpou, email, phone, surname)), lower(sought)) > 0)
$$;

create function portal.auctions_titled(sought text) returns setof integer language sql stable parallel safe set enable_seqscan = off as $$
  select _parent_id from cms.auctions_locales
  where portal.ngrams(title) @> portal.ngrams_within(sought)
    and (length(lower(sought)) <= 3 or strpos(lower(title), lower(sought)) > 0)
$$;
