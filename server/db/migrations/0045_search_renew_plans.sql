-- PostgreSQL planned the function's statements for each listing, since it takes an array of unknown length for longer than that of one
-- listing: 2.7 ms of the 8 of publishing.
alter function search_renew(integer[]) set plan_cache_mode = force_generic_plan;
