-- The buyer whom a seller named stays the buyer while the listing is hidden: only a listing that is for sale again has none.
drop trigger listings_end_sale on listings;
create trigger listings_end_sale after update of status on listings for each row
  when (old.status <> 'ACTIVE' and new.status = 'ACTIVE') execute function end_sale_of_listing();
