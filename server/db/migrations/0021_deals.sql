-- Deals: two people of a conversation agree on price, place and time, meet, and the seller says that the money arrived.
-- See docs/trust.md, "Deals".

create table deals (
  id integer generated always as identity primary key,
  thread_id integer not null references threads on delete cascade,
  listing_id integer not null references listings,
  seller_id integer not null references users,
  buyer_id integer not null references users,
  proposed_by integer not null references users,    -- of the present terms
  price bigint not null check (price > 0 and price <= 1000000000000),
  place text not null check (char_length(place) <= 120),
  state text not null,
  lga text not null,
  meets_at timestamptz not null,
  reserves boolean not null default false,          -- the seller shows the listing as reserved
  status text not null default 'PROPOSED' check (status in ('PROPOSED', 'ACCEPTED', 'DECLINED', 'CANCELLED', 'COMPLETED')),
  tried_at timestamptz,                             -- the buyer: "I have seen and tried it"
  paid_at timestamptz,                              -- the seller: "I have it"; completes the deal
  ended_by integer references users,                -- null: ended by what happened to the listing or an account
  end_reason text check (char_length(end_reason) <= 300),
  ended_at timestamptz,                             -- declined, cancelled, completed
  to_tell boolean not null default false,           -- a trigger ended it after it was accepted: a mail follows
  version integer not null default 1,               -- of terms and status; the two presses at the meeting leave it
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'COMPLETED') = (paid_at is not null)),
  check ((status in ('DECLINED', 'CANCELLED', 'COMPLETED')) = (ended_at is not null))
);
create index deals_thread_id_idx on deals (thread_id, id desc);
create index deals_listing_id_idx on deals (listing_id);
create index deals_seller_id_idx on deals (seller_id);
create index deals_buyer_id_idx on deals (buyer_id);
create index deals_proposed_by_idx on deals (proposed_by);
create index deals_ended_by_idx on deals (ended_by);
create unique index deals_open_key on deals (thread_id) where status in ('PROPOSED', 'ACCEPTED');
create unique index deals_reserving_key on deals (listing_id) where status = 'ACCEPTED' and reserves;
create index deals_to_tell_idx on deals (id) where to_tell;
-- Deals that nobody ended, by the time of their meeting.
create index deals_meets_at_idx on deals (meets_at) where status in ('PROPOSED', 'ACCEPTED');

-- The link of one party to a deal, for somebody at home; only its hash is kept. It ends a day after the meeting, see
-- server/features/deals/meeting-links.db.ts.
create table meeting_links (
  token_hash bytea primary key,                     -- SHA-256
  deal_id integer not null references deals on delete cascade,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  unique (deal_id, user_id)
);
create index meeting_links_user_id_idx on meeting_links (user_id);

-- Open deals end with what they depend on, whichever feature writes it. A listing that is sold ends proposals only: the accepted deal
-- may be the one by which it was sold. The sentences name no block and no ban.
create function end_deals_of_listing() returns trigger language plpgsql as $$
begin
  update deals set status = 'CANCELLED', ended_at = now(), updated_at = now(), version = version + 1,
    to_tell = status = 'ACCEPTED',
    end_reason = case
      when new.deleted_at is not null then 'The listing was deleted.'
      when new.hidden_by_moderator then 'The listing is being reviewed.'
      else 'The listing was sold.'
    end
  where listing_id = new.id
    and (status = 'PROPOSED' or status = 'ACCEPTED' and (new.deleted_at is not null or new.hidden_by_moderator));
  return null;
end $$;
create trigger listings_end_deals after update of deleted_at, hidden_by_moderator, status on listings for each row
  when (new.deleted_at is not null and old.deleted_at is null
    or new.hidden_by_moderator and not old.hidden_by_moderator
    or new.status = 'SOLD' and old.status <> 'SOLD')
  execute function end_deals_of_listing();

create function end_deals_of_account() returns trigger language plpgsql as $$
begin
  update deals set status = 'CANCELLED', ended_at = now(), updated_at = now(), version = version + 1,
    to_tell = status = 'ACCEPTED',
    end_reason = 'The conversation was closed.'
  where new.id in (seller_id, buyer_id) and status in ('PROPOSED', 'ACCEPTED');
  return null;
end $$;
create trigger users_end_deals after update of banned_at, deletion_due_at, deleted_at on users for each row
  when (new.banned_at is not null and old.banned_at is null
    or new.deletion_due_at is not null and old.deletion_due_at is null
    or new.deleted_at is not null and old.deleted_at is null)
  execute function end_deals_of_account();

create function end_deals_of_blocked() returns trigger language plpgsql as $$
begin
  update deals set status = 'CANCELLED', ended_at = now(), updated_at = now(), version = version + 1,
    to_tell = status = 'ACCEPTED',
    end_reason = 'The conversation was closed.'
  where (seller_id, buyer_id) in ((new.blocker_id, new.blocked_id), (new.blocked_id, new.blocker_id))
    and status in ('PROPOSED', 'ACCEPTED');
  return null;
end $$;
create trigger blocks_end_deals after insert on blocks for each row execute function end_deals_of_blocked();
