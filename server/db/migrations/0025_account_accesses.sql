-- Who looked at a person's private data. Each administrator, kind and case is written once a day: what counts is that it was looked at,
-- not how often. See docs/trust.md, "Your data".
create table account_accesses (
  user_id integer not null references users on delete cascade,
  admin_id integer not null references users on delete cascade,
  kind text not null check (kind in ('ACCOUNT', 'ACTIVITY', 'CASE', 'MESSAGES', 'HELD', 'LISTING')),
  -- The report or the item of the review queue that was the reason.
  case_id integer,
  day date not null default (now() at time zone 'UTC')::date,
  looked_at timestamptz not null default now(),      -- the first time on that day
  unique nulls not distinct (user_id, day, admin_id, kind, case_id)
);
create index account_accesses_admin_id_idx on account_accesses (admin_id);
create index account_accesses_looked_at_idx on account_accesses (looked_at);

-- What is kept for a time after it was deleted or decided (limits.retention): the daily job finds it by these.
create index listings_deleted_at_idx on listings (deleted_at) where deleted_at is not null and description <> '';
create index holds_decided_at_idx on holds (decided_at) where kind in ('MESSAGE', 'SENDER');
