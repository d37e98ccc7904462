-- What was written into the one note of a company's form joins the notes that carry their author and time (0014). Where the
-- trail does not know who wrote it last, it has no author. Notes hold 2000 characters each; the last part goes in first.

insert into portal.account_notes (account_id, staff_id, text, at)
select company.id, coalesce(author.staff_id, 0), substring(company.notes from part * 2000 + 1 for 2000), company.updated_at
from cms.companies company
cross join lateral generate_series(0, (length(company.notes) - 1) / 2000) as part
left join lateral (
  select staff_id from portal.audit entry
  where entry.subject = 'companies:' || company.id and entry.details -> 'fields' ? 'notes'
  order by entry.id desc limit 1
) author on true
where company.notes ~ '\S'
order by company.id, part desc;

alter table cms.companies drop column notes;
