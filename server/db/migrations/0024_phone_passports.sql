-- Phones that sellers identified, phones that were reported stolen, and what remains of phones that were sold: docs/trust.md, "Phone
-- passport". An IMEI is stored as HMAC-SHA-256 for look-ups and as AES-256-GCM for its owner's export, each with a key of the server's.

create table phone_passports (
  listing_id integer primary key references listings on delete cascade,
  number_hash bytea not null,
  number_sealed bytea not null,
  last_four text not null,
  entered_at timestamptz not null default now()
);
create index phone_passports_number_hash_idx on phone_passports (number_hash);

-- Numbers of sold phones whose listing was deleted. Nothing leads from here to a listing or a person.
create table sold_phones (
  number_hash bytea primary key,
  deleted_on date not null default (now() at time zone 'UTC')::date
);

-- PHONE: a listing that is shown, whose phone another seller's listing has too, or that is reported stolen. THEFT: an owner's report of a
-- stolen phone, which is about no listing.
alter table holds
  drop constraint holds_kind_check,
  drop constraint holds_rule_check,
  drop constraint holds_listing_check,
  add constraint holds_kind_check check (kind in ('LISTING', 'MESSAGE', 'SENDER', 'PHOTO', 'REVIEW', 'PHONE', 'THEFT')),
  add constraint holds_rule_check check (
    rule in ('COPIES', 'TEXT_OF_ANOTHER', 'PHOTO_OF_ANOTHER', 'SAME_PHONE', 'STOLEN_PHONE', 'SAME_MESSAGE', 'WARNED_SENDER',
      'SENDER_WAITS', 'REVIEW_BURST', 'REVIEW_RING', 'REVIEW_REPORTED', 'ANSWER_REPORTED', 'THEFT_REPORT')),
  add constraint holds_listing_check check (kind in ('REVIEW', 'THEFT') or listing_id is not null);
create unique index holds_open_phone_key on holds (listing_id) where kind = 'PHONE' and decision is null;

-- The hold's owner is the reporter, and its decision the report's: RELEASE confirms it. A withdrawn report is deleted.
create table stolen_phones (
  hold_id integer primary key references holds on delete cascade,
  number_hash bytea not null,
  number_sealed bytea not null,
  last_four text not null,
  details text not null,
  proof jsonb not null
);
create index stolen_phones_number_hash_idx on stolen_phones (number_hash);

-- A listing's deletion takes the number along; of a sold phone its hash remains.
create function passport_follows_listing() returns trigger
  language plpgsql as $$
  begin
    insert into sold_phones (number_hash)
    select number_hash from phone_passports
    where listing_id = new.id and (new.status = 'SOLD' or new.last_public ->> 'status' = 'SOLD')
    on conflict (number_hash) do update set deleted_on = excluded.deleted_on;
    delete from phone_passports where listing_id = new.id;
    -- Nothing is left to compare.
    update holds set decision = 'WITHDRAWN', decided_at = now()
    where kind = 'PHONE' and decision is null and (listing_id = new.id or like_id = new.id);
    return null;
  end $$;
create trigger listings_passport after update of deleted_at on listings for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function passport_follows_listing();
