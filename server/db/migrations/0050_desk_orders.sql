-- The desk orders all listings by price or title. Without an index it sorted them: ten million for longer than a statement may take.
-- Building them blocks writes of listings: 3 s among a million. They take 82 MB there.
create index listings_price_idx on listings (price, id);
create index listings_title_idx on listings (lower(title), id);
