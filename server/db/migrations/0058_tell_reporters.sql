-- Reporters are told of the outcome by a job: with the decision, 4,000 mails were composed in a moderator's request, which ended at its
-- time limit. Reports that were closed before have told their reporters.
-- The index is empty at first; building it blocks writes of reports while they are read: 0.5 s among a million.
alter table reports add column to_tell boolean not null default false;
create index reports_to_tell_idx on reports (id) where to_tell;
