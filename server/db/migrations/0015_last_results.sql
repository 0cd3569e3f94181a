-- What one process did and another one tells of: GET /readyz, /metrics. One row each, written at most once a minute.
create table last_results (
  what text primary key check (what in ('mail', 'sms', 'backup')),
  succeeded_at timestamptz,
  failed_at timestamptz,
  failure text check (length(failure) <= 500)
);
insert into last_results (what) values ('mail'), ('sms'), ('backup');
