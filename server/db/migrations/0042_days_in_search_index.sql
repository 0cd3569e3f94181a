-- The words' index also holds the day of each listing, so that the newest listings of a frequent word are found without visiting all others
-- (docs/search.md). While it is built, searches go on and new listings wait: 28 s among a million, 9 minutes among ten million.
create function search_day(created_at timestamptz) returns date[]
  language sql immutable parallel safe
  return array[(created_at at time zone 'UTC')::date];

create index listing_search_document_day_idx on listing_search
  using gin (search_document(id), search_day(created_at)) with (fastupdate = off);
drop index listing_search_document_idx;
alter index listing_search_document_day_idx rename to listing_search_document_idx;
