-- An account that is public again, unbanned or kept by its owner, may have thousands of listings, and each takes milliseconds to write
-- into the search index: 6,000 took more than a minute in one statement, so the request failed at its limit of 7 s, and the seller could
-- not come back. The change now writes the newest 50, and a job the rest (indexReturningSellers). Removing them is quick (6,000 in 2 s)
-- and stays in the change: nobody finds a listing of a banned seller.

-- Public sellers whose listings with ids below `before_id` are not in the search index yet; mostly empty.
create table listing_search_backlog (
  seller_id integer primary key,
  before_id integer not null
);

-- Writes the next 50 listings of such a seller into the search index, newest first.
create function search_return(seller integer) returns void
  language plpgsql as $$
  declare
    ids integer[];
  begin
    -- A ban, and edits of these listings, lock the seller too: they wait for this, or this for them.
    perform from users where id = seller for no key update;
    ids := array(
      select l.id from listing_search_backlog b join listings l on l.seller_id = b.seller_id and l.id < b.before_id
      where b.seller_id = seller and l.status = 'ACTIVE' and l.deleted_at is null
      order by l.id desc limit 50);
    perform search_renew(ids);
    if cardinality(ids) = 50 then
      update listing_search_backlog set before_id = ids[50] where seller_id = seller;
    else
      delete from listing_search_backlog where seller_id = seller;
    end if;
  end $$;

create or replace function search_follow_seller() returns trigger
  language plpgsql as $$
  begin
    if new.banned_at is null and new.deletion_due_at is null and new.deleted_at is null then
      insert into listing_search_backlog (seller_id, before_id) values (new.id, 2147483647);
      perform search_return(new.id);
    else
      delete from listing_search_backlog where seller_id = new.id;
      perform search_renew(array(select id from listings where seller_id = new.id));
    end if;
    return null;
  end $$;
