-- A company that awaits confirmation may be rejected with a reason. It stays an account that awaits confirmation: it signs in, mends its
-- data or its documents, and from that moment it stands among those who wait again.
-- contract: replaced at once by a wider one, which takes all that the old one took.
alter table portal.account_decisions drop constraint account_decisions_kind_check;
alter table portal.account_decisions
  add constraint account_decisions_kind_check check (kind in ('confirmed', 'rejected', 'deactivated', 'reactivated'));

create or replace view portal.accounts as
select
  company.id as account_id,
  lower(company.email) as email,
  case decision.kind
    when 'deactivated' then 'deactivated'
    when 'confirmed' then 'active'
    when 'reactivated' then 'active'
    else 'awaiting_confirmation'
  end as status,
  decision.reason,
  exists (
    select from portal.email_confirmations confirmation
    where confirmation.account_id = company.id and lower(confirmation.email) = lower(company.email)
  ) as email_confirmed,
  coalesce(decision.kind = 'rejected', false)
    and company.updated_at <= decision.at
    and not exists (
      select from portal.files file
      where file.account_id = company.id and file.deleted_at is null and file.uploaded_at > decision.at
    ) as rejected
from cms.companies company
left join lateral (
  select kind, reason, at from portal.account_decisions
  where account_id = company.id order by id desc limit 1
) decision on true;
