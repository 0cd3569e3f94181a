-- Followed sellers, what savers of a listing were told, and digests. See docs/notifications.md.

create table follows (
  follower_id integer not null references users on delete cascade,
  seller_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, seller_id),
  check (follower_id <> seller_id)
);
create index follows_seller_id_idx on follows (seller_id, follower_id);

-- A block ends follows both ways. The lock waits for a follow that began before the block, and makes one that begins now see it.
create function end_follows() returns trigger language plpgsql as $$
begin
  perform from users where id in (new.blocker_id, new.blocked_id) order by id for no key update;
  delete from follows
    where (follower_id, seller_id) in ((new.blocker_id, new.blocked_id), (new.blocked_id, new.blocker_id));
  return null;
end $$;
create trigger blocks_end_follows after insert on blocks for each row execute function end_follows();

-- Listings that followers were told about: each is told once, at its first publication. Those of before this version are no news.
create table told_listings (listing_id integer primary key references listings on delete cascade);
insert into told_listings select id from listings where status <> 'HIDDEN' or last_public is not null;

alter table favorites
  -- Kobo: the price when it was saved, later the one last told of. Null where an older version saved it.
  add column known_price bigint,
  add column told_at timestamptz,
  -- The listing became cheaper within a day after told_at: its saver is told when the day is over, if it still is.
  add column drop_waits boolean not null default false;
create index favorites_drop_waits_idx on favorites (told_at) where drop_waits;

-- `count` when a digest last contained the notification: it is in another one only after further events.
alter table notifications add column digested_count integer not null default 0;
create index notifications_digest_idx on notifications (user_id)
  where read_at is null and count > digested_count and kind in ('SEARCH', 'CHEAPER', 'SOLD', 'AVAILABLE', 'FOLLOWED');

-- The day, in Lagos, of a person's last digest: at most one a day.
create table digests (
  user_id integer primary key references users on delete cascade,
  sent_on date not null
);
