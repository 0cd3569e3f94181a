-- Notices name a rule, the person concerned may appeal once, reporters hear what came of it, and /transparency counts it all.
-- See docs/trust.md, "Notices and appeals".

-- The rule of the market (shared/rules.ts) that the act is based on.
alter table moderation_acts add column rule text check (rule in (
  'prohibited', 'fraud', 'stolen', 'copied', 'wrong-place', 'duplicate', 'contact-in-text', 'abuse', 'spam', 'other'));

create table appeals (
  id integer generated always as identity primary key,
  act_id integer not null unique references moderation_acts,
  appellant_id integer not null references users on delete cascade,
  text text not null,
  created_at timestamptz not null default now(),
  outcome text check (outcome in ('UPHELD', 'OVERTURNED')),
  answer text,                                      -- the reason of the outcome, told to the appellant
  decided_by integer references users on delete set null,
  decided_at timestamptz,
  check ((outcome is null) = (decided_at is null) and (outcome is null) = (answer is null))
);
create index appeals_appellant_id_idx on appeals (appellant_id);
create index appeals_decided_by_idx on appeals (decided_by);
create index appeals_created_at_idx on appeals (created_at);
create index appeals_decided_at_idx on appeals (decided_at);

-- Mails about what came of one's reports.
alter table users add column notify_reports boolean not null default true;

-- The numbers of months that are over; a month's numbers no longer change then. Those of the present month are counted when they are read.
create table transparency_months (
  month date primary key,                           -- its first day, UTC
  numbers jsonb not null
);
create index reports_closed_at_idx on reports (closed_at) where closed_at is not null;
create index moderation_acts_created_at_idx on moderation_acts (created_at);
