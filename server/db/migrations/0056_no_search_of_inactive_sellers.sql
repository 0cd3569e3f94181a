-- A listing whose seller is banned or leaving is not in the search index, so its changes need not look there: to extend 2,000 listings by
-- the time of a ban that an appeal overturned took 13 s, and the request failed at its limit of 7 s.
create or replace function search_follow_listing() returns trigger
  language plpgsql as $$
  declare
    is_active boolean;
  begin
    -- The lock waits for a concurrent ban or return of the seller, or makes it wait, so that one of the two sees the other's rows.
    select banned_at is null and deletion_due_at is null and deleted_at is null into is_active
      from users where id = new.seller_id for share;
    if is_active then
      perform search_renew(array[new.id]);
      perform search_learn_words(new.title) from listing_search where id = new.id;
    end if;
    return null;
  end $$;
