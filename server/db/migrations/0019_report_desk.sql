-- Open reports are settled by their target, oldest first: each page of cases reads these two.
create index reports_open_idx on reports (created_at, id) where status = 'NEW';
create index reports_open_target_idx on reports (target_type, target_id, created_at, id) where status = 'NEW';

-- Which administrator works on the reports about a target, so that two do not. A claim expires by its age.
create table report_claims (
  target_type text not null check (target_type in ('USER', 'LISTING')),
  target_id integer not null,
  admin_id integer not null references users on delete cascade,
  claimed_at timestamptz not null default now(),
  primary key (target_type, target_id)
);
create index report_claims_admin_id_idx on report_claims (admin_id);

-- The banned accounts among all, newest first.
create index users_banned_idx on users (created_at desc, id desc) where banned_at is not null;
