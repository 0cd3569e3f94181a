-- The versions that wrote through this view (before 0039) are gone: throttle_counters is the table.
drop view sign_in_tries;
