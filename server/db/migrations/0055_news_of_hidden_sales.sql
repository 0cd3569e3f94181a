-- A listing that its seller hid, or whose time ran out, and that is then marked as sold is news too: the buyer of an agreed deal must not
-- travel for it. One that was sold before it was hidden is none. The rest is as before.
create or replace function note_listing_news() returns trigger language plpgsql as $$
declare
  is_public constant boolean := new.status = 'ACTIVE' and new.deleted_at is null;
  was_public constant boolean := tg_op = 'UPDATE' and old.status = 'ACTIVE' and old.deleted_at is null;
begin
  if is_public and not was_public then
    insert into listing_news (listing_id, what)
      values (new.id, case when tg_op = 'UPDATE' and old.status = 'SOLD' then 'AVAILABLE' else 'PUBLISHED' end);
  elsif is_public and new.price < old.price then
    insert into listing_news (listing_id, what, price_before, price_after) values (new.id, 'CHEAPER', old.price, new.price);
  elsif new.status = 'SOLD' and old.status <> 'SOLD' and new.deleted_at is null
      and not (old.status = 'HIDDEN' and coalesce(old.last_public ->> 'status' = 'SOLD', false)) then
    insert into listing_news (listing_id, what) values (new.id, 'SOLD');
  end if;
  return null;
end $$;
