-- An upload is compared with the photos of listings when it is stored, and publishing compares it only with those that came since:
-- docs/trust.md, docs/decisions/027-writing.md.

-- UTC. What is there already counts as new.
alter table photo_hashes add column added_on date not null default (now() at time zone 'UTC')::date;

-- With the day behind the part of the hash, a look-up reads only what came since. An entry is no larger: the day fills up eight bytes.
-- Among ten million photos the four are built in 36 s, in which new listings wait.
drop index photo_hashes_1_idx, photo_hashes_2_idx, photo_hashes_3_idx, photo_hashes_4_idx;
create index photo_hashes_1_idx on photo_hashes (((hash & 65535)::int), added_on) include (hash, listing_id, seller_id);
create index photo_hashes_2_idx on photo_hashes ((((hash >> 16) & 65535)::int), added_on) include (hash, listing_id, seller_id);
create index photo_hashes_3_idx on photo_hashes ((((hash >> 32) & 65535)::int), added_on) include (hash, listing_id, seller_id);
create index photo_hashes_4_idx on photo_hashes ((((hash >> 48) & 65535)::int), added_on) include (hash, listing_id, seller_id);

-- Listings' photos of days before this one have been compared with the upload; null: none have.
alter table uploads add column compared_on date;

-- What was found: photos of others' listings that an upload resembles. A listing that no longer has the photo stays here, and readers look
-- for it in photo_hashes.
create table similar_photos (
  upload_id uuid not null references uploads on delete cascade,
  listing_id integer not null,
  hash bigint not null,
  distance smallint not null,                       -- bits of 64
  mirrored boolean not null,
  primary key (upload_id, listing_id, hash)
);
