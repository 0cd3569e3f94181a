-- What browse and search read: one narrow row for each listing that the public may see, and nothing else.
-- Triggers keep it in step in the transaction of the change, whoever makes the change. See docs/decisions/003-search.md.

-- Words -----------------------------------------------------------------------------------------------------------

-- Text as search sees it: lower case, no accents, combining marks or apostrophes, 50,000 as 50000, and only letters,
-- digits, hyphens inside words and single spaces. The collation is named so that it does not depend on the database's.
create function search_normal(text) returns text
  language sql immutable strict parallel safe
  return trim(regexp_replace(regexp_replace(regexp_replace(
    lower(public.unaccent('public.unaccent'::regdictionary,
      regexp_replace(normalize($1, nfkd), '[\u0300-\u036f]', '', 'g')) collate pg_c_utf8),
    '[''’`]|(?<=\d),(?=\d{3})', '', 'g'),
    '[^[:alnum:]-]+', ' ', 'g'),
    '(^|\s)-+|-+(?=\s|$)|-+(?=-)', '\1', 'g'));

-- The singular of an English plural, roughly; any other word as it is. Also in server/features/catalogue/search/query-terms.ts.
-- Not strict, so that it is inlined: calling it costs more than what it does.
create function search_singular(word text) returns text
  language sql immutable parallel safe
  return case
    when right(word, 1) <> 's' or length(word) < 4 or word !~ '^[a-z]+$' or word ~ '(ss|us|is)$' then word
    when word ~ '[a-z]{2}ies$' then left(word, -3) || 'y'
    when word ~ '(ch|sh|x|ss|zz)es$' then left(word, -2)
    else left(word, -1)
  end;

-- Everything that a text can be found by: 't-shirts' by tshirts, tshirt, t, shirts, shirt; 'rav4' by rav4, rav, 4.
-- Words may be there twice.
create function search_lexemes(text) returns text[]
  language sql immutable strict parallel safe
  as $$
    with chunk as materialized (
      select left(c, 60) as c from string_to_table(search_normal($1), ' ') as c
    ), piece as materialized (
      select left(p, 40) as w from chunk, string_to_table(c, '-') as p where c like '%-%'
      union all select left(replace(c, '-', ''), 40) from chunk
    )
    select array_remove(
      array(select w from piece)
      || array(select search_singular(w) from piece where right(w, 1) = 's')
      || array(select m[1] from piece, regexp_matches(w, '[a-z]+|[0-9]+', 'g') as m where w ~ '[0-9]' and w ~ '[a-z]'),
      '')
  $$;

-- The table ---------------------------------------------------------------------------------------------------------

create table listing_search (
  id integer primary key references listings on delete cascade,
  category_id integer not null,
  state text not null,
  lga text not null,
  condition text not null,
  price_type text not null,
  price bigint not null,
  created_at timestamptz not null,                  -- whole milliseconds, as a cursor carries it
  featured_until timestamptz,
  -- Stripped: 'word' is anywhere, '=word' in the title, '#c3' '#sLagos' '#lIkeja' '#nNEW' '#pFIXED' are the filters.
  document tsvector not null
);
alter table listing_search
  -- Documents stay in the row: a walk along a sort order reads them one by one.
  set (toast_tuple_target = 8160, autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
-- How often each word occurs decides how a search is run: keep the 3,000 commonest.
alter table listing_search alter column document set statistics 300;

-- Words of titles, for correcting typos. Words stay when their listing goes: a correction without listings is not used.
create table search_vocabulary (word text primary key);

-- The row of every listing that the public may see.
create view listing_search_source as
  select l.id, l.category_id, l.state, l.lga, l.condition, l.price_type, l.price,
    date_trunc('milliseconds', l.created_at) as created_at, l.featured_until,
    array_to_tsvector(
      search_lexemes(concat_ws(' ', l.title, l.description, l.state, l.lga, c.name))
      || (select coalesce(array_agg('=' || w), '{}') from unnest(search_lexemes(l.title)) as w)
      || array['#c' || l.category_id, '#s' || l.state, '#l' || l.lga, '#n' || l.condition, '#p' || l.price_type]
    ) as document
  from listings l
  join categories c on c.id = l.category_id
  join users u on u.id = l.seller_id
  where l.status = 'ACTIVE' and l.deleted_at is null and u.banned_at is null;

-- Triggers ----------------------------------------------------------------------------------------------------------

create function search_learn_words(title text) returns void
  language sql
  begin atomic
    insert into search_vocabulary (word)
    -- In one order everywhere, so that two listings published at once never wait for each other in a circle.
    select distinct w from unnest(search_lexemes(title)) as w where w ~ '^[a-z]{3,30}$' order by w
    on conflict do nothing;
  end;

create function search_follow_listing() returns trigger
  language plpgsql as $$
  begin
    -- Whoever bans the seller at this moment is waited for; they then see this row.
    perform from users where id = new.seller_id for share;
    delete from listing_search where id = new.id;
    insert into listing_search select * from listing_search_source where id = new.id;
    if found then
      perform search_learn_words(new.title);
    end if;
    return null;
  end $$;

create trigger listings_search after insert or update of
    title, description, category_id, condition, price_type, price, state, lga, status, deleted_at, created_at,
    featured_until, seller_id
  on listings for each row execute function search_follow_listing();

create function search_follow_ban() returns trigger
  language plpgsql as $$
  begin
    delete from listing_search where id in (select id from listings where seller_id = new.id);
    insert into listing_search
      select * from listing_search_source where id in (select id from listings where seller_id = new.id);
    return null;
  end $$;

create trigger users_search after update of banned_at on users
  for each row when ((old.banned_at is null) <> (new.banned_at is null)) execute function search_follow_ban();

-- Listings that were there before.
insert into listing_search select * from listing_search_source;
insert into search_vocabulary (word)
  select distinct w from listings l join listing_search using (id), unnest(search_lexemes(l.title)) as w
  where w ~ '^[a-z]{3,30}$';

-- Indexes -----------------------------------------------------------------------------------------------------------

-- Without the pending list, which every search would have to read through.
create index listing_search_document_idx on listing_search using gin (document) with (fastupdate = off);
create index search_vocabulary_trgm_idx on search_vocabulary using gin (word gin_trgm_ops) with (fastupdate = off);

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

-- Words like a mistyped one, the most alike first.
select similarity('load', 'pg_trgm');
create function search_similar_words(typed text, how_many integer) returns setof text
  language sql stable
  set pg_trgm.similarity_threshold = 0.2
  as $$
    select word from search_vocabulary where word % typed order by similarity(word, typed) desc, word limit how_many
  $$;
