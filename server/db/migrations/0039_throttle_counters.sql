-- The login throttle and the fixed-window limiters count in this table, by key. The version before this one writes
-- through the view; a later migration drops it.
alter table sign_in_tries rename to throttle_counters;
alter index sign_in_tries_pkey rename to throttle_counters_pkey;
create view sign_in_tries as select * from throttle_counters;
