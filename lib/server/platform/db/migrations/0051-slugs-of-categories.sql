-- The products' addresses are the specification's and no longer edited: one that was changed comes back, and the changed one leads there.
insert into cms.redirects ("from", "to")
select '/auctions/' || slug, '/auctions/' || case key::text when 'gas_condensate' then 'condensate' else 'gas' end
from cms.categories
where slug <> case key::text when 'gas_condensate' then 'condensate' else 'gas' end
  and not exists (select from cms.redirects where "from" = '/auctions/' || categories.slug);

update cms.categories set slug = case key::text when 'gas_condensate' then 'condensate' else 'gas' end
where slug <> case key::text when 'gas_condensate' then 'condensate' else 'gas' end;
