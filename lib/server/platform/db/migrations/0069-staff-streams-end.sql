-- Tells every server that sessions or the role of a member of the staff changed: open live streams were admitted by what held before.
-- Sessions end in many places, and with the removal of their owner, so the database says it.
create function portal.tell_of_staff() returns trigger
  language plpgsql set search_path = '' as $$
begin
  perform pg_notify('portal_staff', json_build_object('staff_id', case tg_table_name
    when 'staff' then to_jsonb(old) ->> 'id' else to_jsonb(old) ->> 'staff_id' end::integer)::text);
  return null;
end
$$;

create trigger tell_of_end after update of ended_at on portal.staff_sessions
  for each row when (old.ended_at is null and new.ended_at is not null) execute function portal.tell_of_staff();
create trigger tell_of_removal after delete on portal.staff_sessions
  for each row when (old.ended_at is null) execute function portal.tell_of_staff();
create trigger tell_of_role after update of role on cms.staff
  for each row when (old.role is distinct from new.role) execute function portal.tell_of_staff();
