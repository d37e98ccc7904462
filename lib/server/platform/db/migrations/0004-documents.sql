-- Private files live in the database: every server sees them at once, and they are kept and restored with the record
-- that relies on them.
create table portal.files (
  id bigint generated always as identity primary key,
  -- null: the company itself (a disqualification's file)
  account_id integer references cms.companies (id),
  kind text not null,
  name text not null check (length(name) between 1 and 200),
  media_type text not null,
  bytes integer not null check (bytes > 0),
  sha256 bytea not null check (length(sha256) = 32),
  uploaded_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index on portal.files (account_id, id desc) where deleted_at is null;

-- Apart, so that lists never touch what is large.
create table portal.file_contents (
  file_id bigint primary key references portal.files (id) on delete cascade,
  content bytea not null
);
alter table portal.file_contents alter column content set storage external;
