-- What My Listings tells a seller: views by day, and to whom a listing was sold. See docs/trust.md, "Sales".

-- Counted with the views of a listing (server/features/listings/views.db.ts). Saves and conversations have their own times.
create table listing_day_views (
  listing_id integer not null references listings on delete cascade,
  day date not null,                                -- in Nigeria
  views integer not null,
  primary key (listing_id, day)
);
create index listing_day_views_day_idx on listing_day_views (day);

-- The person whom the seller named when the listing was marked as sold. It proves no purchase: only a completed deal does.
-- One row for each person named, so that each is asked for a review once.
create table listing_sales (
  listing_id integer not null references listings on delete cascade,
  buyer_id integer not null references users on delete cascade,
  seller_id integer not null references users on delete cascade,
  sold_at timestamptz not null default now(),
  stands boolean not null default true,             -- false: another was named since, or it was put up for sale again
  primary key (listing_id, buyer_id)
);
create unique index listing_sales_standing_key on listing_sales (listing_id) where stands;
create index listing_sales_buyer_id_idx on listing_sales (buyer_id);
create index listing_sales_seller_id_idx on listing_sales (seller_id);

create function end_sale_of_listing() returns trigger language plpgsql as $$
begin
  update listing_sales set stands = false where listing_id = new.id and stands;
  return null;
end $$;
create trigger listings_end_sale after update of status on listings for each row
  when (old.status = 'SOLD' and new.status <> 'SOLD') execute function end_sale_of_listing();
