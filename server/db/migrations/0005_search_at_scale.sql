-- What a search visits for each match becomes narrow: documents leave listing_search for a table of their own.
-- See docs/decisions/011-search-at-scale.md.

create table listing_documents (
  listing_id integer primary key references listings on delete cascade,
  -- As listing_search had it (0002_search.sql).
  document tsvector not null
);
-- Documents stay in the row: PostgreSQL gives up on a sample of them otherwise.
alter table listing_documents
  set (toast_tuple_target = 8160, autovacuum_vacuum_insert_scale_factor = 0.05);
-- PostgreSQL keeps statistics of the words for the index below.
alter table listing_documents alter column document set statistics 0;

insert into listing_documents select id, document from listing_search order by id;

-- The rows once more, without documents and in the order of the ids, which is about that of the newest.
alter table listing_search rename to listing_search_wide;
alter index listing_search_pkey rename to listing_search_wide_pkey;
create table listing_search (
  id integer primary key references listings on delete cascade,
  category_id integer not null,
  state text not null,
  lga text not null,
  condition text not null,
  price_type text not null,
  price bigint not null,
  created_at timestamptz not null,                  -- whole milliseconds, as a cursor carries it
  featured_until timestamptz
);
alter table listing_search
  set (autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
insert into listing_search
  select id, category_id, state, lga, condition, price_type, price, created_at, featured_until
  from listing_search_wide order by id;
drop table listing_search_wide;

-- The words of a listing, for the index: it finds rows of the narrow table by documents that they do not carry. What the
-- function answers for a row of listing_search never changes while the row is there, which is what an index asks for: a
-- row is written after its document, and leaves when the document does.
create function search_document(listing_id integer) returns tsvector
  language sql immutable strict parallel safe cost 1000
  begin atomic
    select document from listing_documents where listing_documents.listing_id = search_document.listing_id;
  end;

-- Without the pending list, which every search would have to read through.
create index listing_search_document_idx on listing_search using gin (search_document(id)) with (fastupdate = off);

-- Each sort order by itself, in a category and in a state; the other filters are read from the index.
create index listing_search_latest_idx on listing_search (created_at, id)
  include (category_id, state, lga, condition, price_type, price);
create index listing_search_price_idx on listing_search (price, id)
  include (category_id, state, lga, condition, price_type, created_at);
create index listing_search_category_latest_idx on listing_search (category_id, created_at, id)
  include (state, lga, condition, price_type, price);
create index listing_search_category_price_idx on listing_search (category_id, price, id)
  include (state, lga, condition, price_type, created_at);
create index listing_search_state_latest_idx on listing_search (state, created_at, id)
  include (category_id, lga, condition, price_type, price);
create index listing_search_state_price_idx on listing_search (state, price, id)
  include (category_id, lga, condition, price_type, created_at);
create index listing_search_featured_idx on listing_search (created_at, id) include (featured_until)
  where featured_until is not null;
-- Counts of filters without words: equal rows are kept together, 7 bytes each. A filter that is not there is skipped.
create index listing_search_filters_idx on listing_search (category_id, condition, price_type, state, lga);

-- Triggers ----------------------------------------------------------------------------------------------------------

-- Writes anew what the public may see of these listings: the document first, since the index reads it.
create function search_renew(ids integer[]) returns void
  language plpgsql as $$
  begin
    delete from listing_search where id = any(ids);
    delete from listing_documents where listing_id = any(ids);
    insert into listing_documents select id, document from listing_search_source where id = any(ids);
    insert into listing_search
      select id, category_id, state, lga, condition, price_type, price, created_at, featured_until
      from listing_search_source where id = any(ids);
  end $$;

create or replace function search_follow_listing() returns trigger
  language plpgsql as $$
  begin
    -- Whoever bans the seller at this moment is waited for; they then see this row.
    perform from users where id = new.seller_id for share;
    perform search_renew(array[new.id]);
    perform search_learn_words(new.title) from listing_search where id = new.id;
    return null;
  end $$;

create or replace function search_follow_seller() returns trigger
  language plpgsql as $$
  begin
    perform search_renew(array(select id from listings where seller_id = new.id));
    return null;
  end $$;
