-- Photos that also appear in another seller's listing: docs/trust.md, docs/decisions/022-trust.md.

-- Perceptual hashes of an upload (server/features/uploads/photo-hash.ts): `hash` is what others find it by, `probes` are the hashes that
-- it looks for. `probes` is null until they were computed, and empty where the picture is flat.
alter table uploads add column hash bigint, add column probes bigint[];

-- The photos of listings that are not deleted, found by their hash. Triggers keep it in step with listings.photos.
create table photo_hashes (
  listing_id integer not null references listings on delete cascade,
  seller_id integer not null,
  upload_id uuid not null references uploads on delete cascade,
  hash bigint not null,
  primary key (listing_id, upload_id)
);
create index photo_hashes_upload_id_idx on photo_hashes (upload_id);
-- Four parts of a hash: two hashes that differ in at most three bits have a part in common, and such that differ in at most seven have a
-- part in which at most one bit differs. A look-up asks each index for a part, and reads no table.
create index photo_hashes_1_idx on photo_hashes (((hash & 65535)::int)) include (hash, listing_id, seller_id);
create index photo_hashes_2_idx on photo_hashes ((((hash >> 16) & 65535)::int)) include (hash, listing_id, seller_id);
create index photo_hashes_3_idx on photo_hashes ((((hash >> 32) & 65535)::int)) include (hash, listing_id, seller_id);
create index photo_hashes_4_idx on photo_hashes ((((hash >> 48) & 65535)::int)) include (hash, listing_id, seller_id);

create function write_photo_hashes(listing listings) returns void
  language sql as $$
    insert into photo_hashes (listing_id, seller_id, upload_id, hash)
    select listing.id, listing.seller_id, u.id, u.hash
    from jsonb_array_elements(listing.photos) as photo join uploads u on u.url = photo ->> 'url'
    where u.hash is not null
    on conflict do nothing
  $$;

-- Uploads that were there before get their hashes by and by (server/lifecycle/schedules.ts), those of the newest listings first; without
-- a row all have theirs. So this migration takes no time, however many there are.
create table photo_hash_backlog (before_id integer not null);
insert into photo_hash_backlog select 2147483647 where exists (select from listings);

-- PHOTO: a listing that is shown, with a photo that a moderator compares with another seller's.
alter table holds
  drop constraint holds_kind_check,
  drop constraint holds_rule_check,
  add constraint holds_kind_check check (kind in ('LISTING', 'MESSAGE', 'SENDER', 'PHOTO')),
  add constraint holds_rule_check check (
    rule in ('COPIES', 'TEXT_OF_ANOTHER', 'PHOTO_OF_ANOTHER', 'SAME_MESSAGE', 'WARNED_SENDER', 'SENDER_WAITS'));

-- A photo of a listing, and the older photo of another seller that it is like. The hold's decision is the match's: REJECT of a PHOTO
-- confirms it, RELEASE dismisses it.
create table photo_matches (
  hold_id integer not null references holds on delete cascade,
  listing_id integer not null references listings on delete cascade,
  photo text not null,
  matched_listing_id integer not null references listings on delete cascade,
  matched_photo text not null,
  distance smallint not null,                       -- bits of 64
  mirrored boolean not null,
  primary key (hold_id, photo)
);
create index photo_matches_listing_id_idx on photo_matches (listing_id);
create index photo_matches_matched_listing_id_idx on photo_matches (matched_listing_id);

-- Hashes and matches go when their photo leaves the listing, or the listing is deleted.
create function photos_follow_listing() returns trigger
  language plpgsql as $$
  begin
    if tg_op = 'UPDATE' then
      delete from photo_hashes where listing_id = new.id;
      delete from photo_matches
      where (listing_id = new.id
          and (new.deleted_at is not null or not new.photos @> jsonb_build_array(jsonb_build_object('url', photo))))
        or (matched_listing_id = new.id
          and (new.deleted_at is not null or not new.photos @> jsonb_build_array(jsonb_build_object('url', matched_photo))));
      -- Nothing is left to compare.
      update holds set decision = 'WITHDRAWN', decided_at = now()
      where kind = 'PHOTO' and decision is null and (listing_id = new.id or like_id = new.id)
        and not exists (select from photo_matches where hold_id = holds.id);
    end if;
    if new.deleted_at is null then
      perform write_photo_hashes(new);
    end if;
    return null;
  end $$;
create trigger listings_photos_insert after insert on listings for each row execute function photos_follow_listing();
create trigger listings_photos_update after update of photos, deleted_at on listings for each row
  when (old.photos is distinct from new.photos or old.deleted_at is distinct from new.deleted_at)
  execute function photos_follow_listing();
