-- What the trust panel tells; see docs/trust.md, "Who is this?".

-- Each change of a listing's price, written by a trigger, so whichever version of the server changes it. Deleted with the account.
create table listing_prices (
  id bigint generated always as identity primary key,
  listing_id integer not null references listings on delete cascade,
  price_before bigint not null,                     -- kobo
  price_after bigint not null,
  changed_at timestamptz not null default now()
);
create index listing_prices_listing_id_idx on listing_prices (listing_id, id desc);

create function keep_listing_price() returns trigger language plpgsql as $$
begin
  insert into listing_prices (listing_id, price_before, price_after) values (new.id, old.price, new.price);
  return null;
end $$;
create trigger listings_prices after update of price on listings for each row
  when (new.price <> old.price) execute function keep_listing_price();

-- Completed deals of a person are counted from these alone.
create index deals_completed_seller_idx on deals (seller_id) include (buyer_id, ended_at) where status = 'COMPLETED';
create index deals_completed_buyer_idx on deals (buyer_id) include (seller_id, ended_at) where status = 'COMPLETED';
