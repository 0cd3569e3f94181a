-- The first event that was in no digest: a later one of the same notification does not keep it out of the next digest. Null: written by
-- an earlier version.
alter table notifications add column news_since timestamptz;
