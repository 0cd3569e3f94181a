-- Searches of Browse that people want to be told of, and an inverted look-up of them by what a listing has.
-- See docs/notifications.md, "Saved searches".

create table saved_searches (
  id integer primary key generated always as identity,
  user_id integer not null references users on delete cascade,
  name text check (char_length(name) between 1 and 80), -- null: made of the search itself
  search text check (char_length(search) <= 120),       -- as typed; null: filters only
  words text,                                           -- as Browse reads them, normalised
  query tsquery,                                        -- of the words; a public listing's document must match it
  -- Every match contains at least one of these words, the rarest possible; '*' without words. They are rows of search_anchors.
  anchors text[] not null check (cardinality(anchors) > 0),
  category_id integer,
  condition text,
  state text,
  lga text,
  price_type text,
  min_price bigint,                                     -- kobo, both ends included
  max_price bigint,
  paused_at timestamptz,
  created_at timestamptz not null default now(),
  check ((search is null) = (words is null) and (search is null) = (query is null)),
  -- One account has a search once.
  constraint saved_searches_same_key unique nulls not distinct
    (user_id, words, category_id, condition, state, lga, price_type, min_price, max_price)
);

-- The index of the searches that are not paused. A filter that is not set is 0 or ''.
create table search_anchors (
  search_id integer not null references saved_searches on delete cascade,
  user_id integer not null,
  anchor text collate "C" not null,
  query tsquery,                                        -- null without words, and where it is too long for the index
  category_id integer not null,
  state text collate "C" not null,
  lga text collate "C" not null,
  condition text,
  price_type text,
  min_price bigint,
  max_price bigint,
  primary key (search_id, anchor)
);
-- A listing asks for its own words and '*', each with its category and place or none. The rest is compared in the index, which has all
-- that is asked for: reading the row of each candidate took two thirds of the time.
create index search_anchors_anchor_idx on search_anchors (anchor, category_id, state, lga)
  include (condition, price_type, min_price, max_price, query, search_id, user_id);
alter table search_anchors set (autovacuum_vacuum_insert_scale_factor = 0.05);

-- Which listing was told to which search, so that nothing is told twice.
create table search_matches (
  -- Of saved_searches, without a key: it would lock each search for each match. Rows of deleted searches go with the others, by age.
  search_id integer not null,
  listing_id integer not null references listings on delete cascade,
  told_at timestamptz not null default now(),
  primary key (listing_id, search_id)
);
create index search_matches_told_at_idx on search_matches using brin (told_at);

-- News that could not be told waits for its next attempt.
alter table listing_news
  add column attempts smallint not null default 0,
  add column due_at timestamptz not null default now();
