-- Listings of an LGA, the newest first, with what filters need: a radius is a set of LGAs, and an order by distance is an order of
-- LGAs. See docs/decisions/024-desk-and-near.md.
create index listing_search_lga_latest_idx on listing_search (lga, state, created_at, id)
  include (category_id, condition, price_type, price);
-- All listings of many LGAs, to be met by those of a word: equal names are kept together, so it is a tenth as large.
create index listing_search_lga_idx on listing_search (lga);
