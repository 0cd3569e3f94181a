-- With every filter's column, like the other indexes of listing_search: featured listings are counted and filtered without reading their rows.
-- Of 4,500 among ten million listings: 57 pages instead of 4,440. Built in 1.3 s there.
drop index listing_search_featured_idx;
create index listing_search_featured_idx on listing_search (created_at, id)
  include (featured_until, category_id, state, lga, condition, price_type, price)
  where featured_until is not null;
