-- The words' index also holds the category of each listing together with its state. A word in a category of a state met two long lists there, of all
-- listings of the category and of the state; that of the pair is short (docs/search.md). While it is built, searches go on and new listings wait: 32 s
-- among a million, 10 minutes among ten million.
create function search_category_in_state(category_id integer, state text) returns text[]
  language sql immutable parallel safe
  return array[category_id::text || '/' || state];

create index listing_search_document_new_idx on listing_search
  using gin (search_document(id), search_day(created_at), search_category_in_state(category_id, state)) with (fastupdate = off);
drop index listing_search_document_idx;
alter index listing_search_document_new_idx rename to listing_search_document_idx;
