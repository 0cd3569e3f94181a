-- Offers in conversations, replies to a message, and messages that one of the two deleted for themselves.

alter table messages
  add column reply_to bigint references messages on delete set null,  -- a message of the same conversation
  -- Its reader or writer deleted it for themselves; the other one keeps it.
  add column hidden_by_sender_at timestamptz,
  add column hidden_by_recipient_at timestamptz;
create index messages_reply_to_idx on messages (reply_to);

-- A price that one of the two offers, by a message of its own, and the other one accepts, declines or counters.
create table offers (
  message_id bigint primary key references messages on delete cascade,
  thread_id integer not null references threads on delete cascade,
  sender_id integer not null references users,
  price bigint not null check (price > 0 and price <= 1000000000000),
  -- COUNTERED: the other one made an offer instead. WITHDRAWN: its writer took it back or made another one.
  -- CLOSED: it ended with the listing, a block or an account.
  status text not null default 'PENDING' check (status in ('PENDING', 'ACCEPTED', 'DECLINED', 'COUNTERED', 'WITHDRAWN', 'CLOSED')),
  ended_at timestamptz,
  check ((status = 'PENDING') = (ended_at is null))
);
create index offers_thread_id_idx on offers (thread_id);
create index offers_sender_id_idx on offers (sender_id);
create unique index offers_pending_key on offers (thread_id) where status = 'PENDING';

-- Offers without an answer end with what they depend on, as deals do (0021_deals.sql).
create function end_offers_of_listing() returns trigger language plpgsql as $$
begin
  update offers set status = 'CLOSED', ended_at = now()
  where status = 'PENDING' and thread_id in (select id from threads where listing_id = new.id);
  return null;
end $$;
create trigger listings_end_offers after update of deleted_at, hidden_by_moderator, status on listings for each row
  when (new.deleted_at is not null and old.deleted_at is null
    or new.hidden_by_moderator and not old.hidden_by_moderator
    or new.status <> 'ACTIVE' and old.status = 'ACTIVE')
  execute function end_offers_of_listing();

create function end_offers_of_account() returns trigger language plpgsql as $$
begin
  update offers set status = 'CLOSED', ended_at = now()
  where status = 'PENDING'
    and thread_id in (select id from threads where buyer_id = new.id union all select id from threads where seller_id = new.id);
  return null;
end $$;
create trigger users_end_offers after update of banned_at, deletion_due_at, deleted_at on users for each row
  when (new.banned_at is not null and old.banned_at is null
    or new.deletion_due_at is not null and old.deletion_due_at is null
    or new.deleted_at is not null and old.deleted_at is null)
  execute function end_offers_of_account();

create function end_offers_of_blocked() returns trigger language plpgsql as $$
begin
  update offers set status = 'CLOSED', ended_at = now()
  where status = 'PENDING' and thread_id in (
    select id from threads
    where (seller_id, buyer_id) in ((new.blocker_id, new.blocked_id), (new.blocked_id, new.blocker_id)));
  return null;
end $$;
create trigger blocks_end_offers after insert on blocks for each row execute function end_offers_of_blocked();
