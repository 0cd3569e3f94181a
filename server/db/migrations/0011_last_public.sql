-- What others last saw of a listing that they see no more: {"title": …, "photo": …}, null while it is public. Whoever talks about it is
-- shown this, not what it was edited to meanwhile. A trigger keeps it, so that it holds whichever version of the server
-- writes. Listings that are hidden or deleted already get theirs at their next edit, from what they are before it.
alter table listings add column last_public jsonb;

create function keep_last_public() returns trigger
  language plpgsql as $$
  begin
    if new.status <> 'HIDDEN' and new.deleted_at is null then
      new.last_public := null;
    elsif new.last_public is null then
      new.last_public := jsonb_build_object('title', old.title, 'photo', old.photos -> 0);
    end if;
    return new;
  end $$;
create trigger listings_last_public before update of title, photos, status, deleted_at
  on listings for each row execute function keep_last_public();

-- Since when a listing says what it says: of two sellers with one description the later is looked at, also where the later one
-- wrote it into an older listing.
alter table listing_digests add column text_since timestamptz not null default now();
alter table listing_digests alter column text_since set default clock_timestamp();

create or replace function digest_listing() returns trigger
  language plpgsql as $$
  declare
    description bytea := text_digest(plain_text(new.description));
  begin
    insert into listing_digests (listing_id, seller_id, copy_digest, text_digest)
    values (new.id, new.seller_id, copy_digest(new.title, description, new.category_id, new.price), description)
    on conflict (listing_id) do update
      set seller_id = excluded.seller_id, copy_digest = excluded.copy_digest, text_digest = excluded.text_digest,
        cleared = listing_digests.cleared and listing_digests.text_digest = excluded.text_digest,
        text_since = case when listing_digests.text_digest = excluded.text_digest then listing_digests.text_since
          else excluded.text_since end;
    return null;
  end $$;
