-- A reactivated account has the status again that it had before it was deactivated; until now it became active even where nobody had confirmed it.
-- A rejection stands until the company changes what it is about: its own data or an accreditation document, no other column and no other file.

lock table cms.companies, portal.account_decisions in share row exclusive mode;

alter table portal.account_standings add column data_changed_at timestamptz;

create or replace function portal.follow_account_decision() returns trigger language plpgsql as $$
declare
  stands portal.account_decisions := new;
begin
  if new.kind = 'reactivated' then
    -- Null where nobody had decided.
    select * into stands from portal.account_decisions
    where account_id = new.account_id and id < new.id and kind in ('confirmed', 'rejected') order by id desc limit 1;
  end if;
  insert into portal.account_standings as standing (account_id, decision_id, decision, reason, decided_at)
  values (new.account_id, new.id, coalesce(stands.kind, 'none'), stands.reason, stands.at)
  on conflict (account_id) do update
    set decision_id = excluded.decision_id, decision = excluded.decision, reason = excluded.reason, decided_at = excluded.decided_at
    where standing.decision_id < excluded.decision_id;
  return null;
end
$$;

create function portal.note_company_data() returns trigger language plpgsql as $$
begin
  -- Not the transaction's time: one that began before a decision may change the data after it.
  update portal.account_standings set data_changed_at = clock_timestamp() where account_id = new.id;
  return null;
end
$$;

create trigger note_data after update on cms.companies for each row
  when ((new.email, new.company_name, new.company_short_name, new.edrpou, new.eic, new.iban, new.surname, new.name, new.patronymic, new.phone, new.auction_kind)
    is distinct from
    (old.email, old.company_name, old.company_short_name, old.edrpou, old.eic, old.iban, old.surname, old.name, old.patronymic, old.phone, old.auction_kind))
  execute function portal.note_company_data();

-- Only there does it matter whether something has changed since.
update portal.account_standings standing set data_changed_at = company.updated_at
from cms.companies company
where company.id = standing.account_id
  and exists (select from portal.account_decisions decision where decision.account_id = standing.account_id and decision.kind = 'rejected');

-- Whoever was reactivated already, too. Only who takes part in auctions unconfirmed keeps what it has: it must not lose its bids by an upgrade.
update portal.account_standings standing set decision = coalesce(before.kind, 'none'), reason = before.reason, decided_at = before.at
from portal.account_standings reactivated
left join lateral (
  select kind, reason, at from portal.account_decisions
  where account_id = reactivated.account_id and kind in ('confirmed', 'rejected') order by id desc limit 1
) before on true
where standing.account_id = reactivated.account_id and reactivated.decision = 'reactivated'
  and (before.kind is not distinct from 'confirmed'
    or not exists (select from portal.applications application where application.account_id = reactivated.account_id));

create or replace view portal.accounts as
select
  company.id as account_id,
  lower(company.email) as email,
  case standing.decision
    when 'deactivated' then 'deactivated'
    when 'confirmed' then 'active'
    when 'reactivated' then 'active'
    else 'awaiting_confirmation'
  end as status,
  standing.reason,
  exists (
    select from portal.email_confirmations confirmation
    where confirmation.account_id = company.id and lower(confirmation.email) = lower(company.email)
  ) as email_confirmed,
  coalesce(standing.decision = 'rejected', false)
    and coalesce(standing.data_changed_at <= standing.decided_at, true)
    and not exists (
      select from portal.files file
      where file.account_id = company.id and file.deleted_at is null and file.uploaded_at > standing.decided_at and file.kind <> 'feedback'
    ) as rejected,
  standing.decision
from cms.companies company
left join portal.account_standings standing on standing.account_id = company.id;
