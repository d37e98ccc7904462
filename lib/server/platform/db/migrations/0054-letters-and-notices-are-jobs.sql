-- A letter and each of its push messages is sent by a job, queued with the row in the transaction that causes both. By the database,
-- because SQL writes letters too (record_bids, announce_auction): no writer can forget it.
create function portal.queue_mail_jobs() returns trigger language plpgsql as $$
begin
  if exists (select from queued) then
    perform graphile_worker.add_jobs(array(
      select json_populate_record(null::graphile_worker.job_spec, json_build_object(
        'identifier', 'mail', 'payload', json_build_object('letter_id', queued.id), 'job_key', 'mail:' || queued.id))
      from queued));
  end if;
  return null;
end
$$;
create trigger queue_mail_jobs after insert on portal.outbox referencing new table as queued
  for each statement execute function portal.queue_mail_jobs();

create function portal.queue_push_jobs() returns trigger language plpgsql as $$
begin
  if exists (select from queued) then
    perform graphile_worker.add_jobs(array(
      select json_populate_record(null::graphile_worker.job_spec, json_build_object(
        'identifier', 'push', 'payload', json_build_object('message_id', queued.id), 'job_key', 'push:' || queued.id))
      from queued));
  end if;
  return null;
end
$$;
create trigger queue_push_jobs after insert on portal.push_messages referencing new table as queued
  for each statement execute function portal.queue_push_jobs();

-- What is deleted before it was sent needs no job: the past of the demo, and letters to an account that is erased.
create function portal.forget_mail_jobs() returns trigger language plpgsql as $$
begin
  perform graphile_worker.remove_job('mail:' || gone.id) from gone where sent_at is null and failed_at is null;
  return null;
end
$$;
create trigger forget_mail_jobs after delete on portal.outbox referencing old table as gone
  for each statement execute function portal.forget_mail_jobs();

-- Servers of the version before look every 15 s.
drop trigger announce on portal.outbox;
drop function portal.announce_outbox();
