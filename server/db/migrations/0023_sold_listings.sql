-- Price guidance compares with sold listings too, which listing_search does not have. See docs/trust.md, "Prices".

-- The words of a title ('=word') and the filters ('#c3' '#sLagos' '#nNEW') as listing_documents has them, and which 16,384 ids its own
-- is of ('#61'): of very many, only the newest are read. The search path is named because PostgreSQL builds indexes without one.
create function sold_document(id integer, title text, category_id integer, condition text, state text) returns tsvector
  language sql immutable strict parallel safe cost 1000
  set search_path = public, pg_temp
  as $$
    select array_to_tsvector(
      array(select '=' || w from unnest(search_lexemes($2)) as w)
      || array['#c' || $3, '#n' || $4, '#s' || $5, '#' || ($1 >> 14)])
  $$;

create index listings_sold_idx on listings using gin (sold_document(id, title, category_id, condition, state))
  with (fastupdate = off) where status = 'SOLD' and deleted_at is null;
