-- What others saw of a listing or account when it was reported: its owner may change it before a moderator looks. Null once the report is
-- closed, and where an earlier version took it.
alter table reports add column seen jsonb;
