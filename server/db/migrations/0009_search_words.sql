-- Every word that a listing has had, so that the beginning of a word is looked up as the few words that begin so. Words of listings
-- that are gone stay: looking them up costs next to nothing. See docs/decisions/011-search-at-scale.md.
create table search_words (word text collate "C" primary key);

insert into search_words
  select word from ts_stat('select document from listing_documents') where word !~ '^([#=]|[0-9]+$)';

create or replace function search_renew(ids integer[]) returns void
  language plpgsql as $$
  begin
    delete from listing_search where id = any(ids);
    delete from listing_documents where listing_id = any(ids);
    insert into listing_documents select id, document from listing_search_source where id = any(ids);
    -- In one order everywhere, so that two listings published at once never wait for each other in a circle.
    insert into search_words
      select distinct lexeme collate "C" as word from listing_documents, unnest(document)
      where listing_id = any(ids) and lexeme !~ '^([#=]|[0-9]+$)' order by word
      on conflict do nothing;
    insert into listing_search
      select id, category_id, state, lga, condition, price_type, price, created_at, featured_until
      from listing_search_source where id = any(ids);
  end $$;
