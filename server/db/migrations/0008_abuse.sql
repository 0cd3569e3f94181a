-- What keeps a few accounts from flooding the others: quotas, copies of listings, what waits for an administrator's eyes,
-- and the work that a registration may ask for. Numbers stand in shared/limits.ts; see docs/decisions/014-abuse.md.

-- Copies --------------------------------------------------------------------------------------------------------------

-- The letters and digits of a text: capitals, accents, spaces and punctuation make no other text of it.
create function plain_text(text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(lower(normalize($1, nfkd) collate pg_c_utf8), '[^[:alnum:]]+' collate pg_c_utf8, '', 'g');

-- 16 bytes that stand for a plain text.
create function text_digest(plain text) returns bytea
  language sql immutable strict parallel safe
  return substr(sha256(convert_to($1, 'UTF8')), 1, 16);

-- Of everything that makes two listings the same offer; `description` is the digest of the description.
create function copy_digest(title text, description bytea, category integer, price bigint) returns bytea
  language sql immutable strict parallel safe
  return text_digest(encode(description, 'hex') || ' ' || category || ' ' || price || ' ' || plain_text(title));

create table listing_digests (
  listing_id integer primary key references listings on delete cascade,
  seller_id integer not null,
  copy_digest bytea not null,
  text_digest bytea not null,                       -- of the description
  -- An administrator let this description be shown.
  cleared boolean not null default false
);
create index listing_digests_copy_idx on listing_digests (seller_id, copy_digest);
create index listing_digests_text_idx on listing_digests (text_digest);

create function digest_listing() returns trigger
  language plpgsql as $$
  declare
    description bytea := text_digest(plain_text(new.description));
  begin
    insert into listing_digests (listing_id, seller_id, copy_digest, text_digest)
    values (new.id, new.seller_id, copy_digest(new.title, description, new.category_id, new.price), description)
    on conflict (listing_id) do update
      set seller_id = excluded.seller_id, copy_digest = excluded.copy_digest, text_digest = excluded.text_digest,
        cleared = listing_digests.cleared and listing_digests.text_digest = excluded.text_digest;
    return null;
  end $$;
create trigger listings_digest after insert or update of title, description, category_id, price, seller_id
  on listings for each row execute function digest_listing();

-- Listings that were there before get their digests by and by (server/schedules.ts), the newest first; without a row all have
-- theirs. So this migration takes no time, however many there are.
create table listing_digest_backlog (before_id integer not null);
insert into listing_digest_backlog select max(id) + 1 from listings having max(id) is not null;

-- What waits for an administrator -----------------------------------------------------------------------------------

create table holds (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('LISTING', 'MESSAGE')),
  rule text not null check (rule in ('COPIES', 'TEXT_OF_ANOTHER', 'SAME_MESSAGE')),
  owner_id integer not null references users on delete cascade,
  -- What is held back; of a message, what the conversation is about.
  listing_id integer not null references listings on delete cascade,
  -- The listing that it is like.
  like_id integer references listings on delete set null,
  -- A message that nobody got. Its number is taken from the messages', so that its sender finds it in its place; released, it
  -- becomes a message with a number and a time of its own.
  thread_id integer references threads on delete cascade,
  message_id bigint unique,
  client_id text,
  body text,
  attachment jsonb,
  created_at timestamptz not null default clock_timestamp(),
  -- WITHDRAWN: its owner deleted it before anybody looked.
  decision text check (decision in ('RELEASE', 'REJECT', 'WITHDRAWN')),
  reason text,                                      -- told to its owner
  decided_by integer references users on delete set null,
  decided_at timestamptz,
  check ((decision is null) = (decided_at is null)),
  check (kind = 'LISTING' or num_nulls(thread_id, message_id, client_id, body) = 0),
  unique (thread_id, owner_id, client_id)
);
create unique index holds_open_listing_key on holds (listing_id) where kind = 'LISTING' and decision is null;
create index holds_open_idx on holds (created_at, id) where decision is null;
create index holds_owner_id_idx on holds (owner_id);
create index holds_listing_id_idx on holds (listing_id);
create index holds_like_id_idx on holds (like_id);
create index holds_decided_by_idx on holds (decided_by);

-- A listing that is deleted, or shown, waits no longer, whichever way that came about.
create function holds_follow_listing() returns trigger
  language plpgsql as $$
  begin
    update holds
    set decision = case when new.deleted_at is null then 'RELEASE' else 'WITHDRAWN' end, decided_at = now()
    where listing_id = new.id and kind = 'LISTING' and decision is null;
    if new.deleted_at is null then
      update listing_digests set cleared = true where listing_id = new.id;
    end if;
    return null;
  end $$;
create trigger listings_holds after update of deleted_at, hidden_by_moderator on listings for each row
  when (old.hidden_by_moderator and old.deleted_at is null
    and (new.deleted_at is not null or not new.hidden_by_moderator))
  execute function holds_follow_listing();

-- To how many conversations somebody sent the same text in the last hour; only of texts that may be advertisements.
create table sent_texts (
  sender_id integer not null references users on delete cascade,
  digest bytea not null,
  thread_id integer not null,
  sent_at timestamptz not null default clock_timestamp(),
  primary key (sender_id, digest, thread_id)
);
create index sent_texts_sent_at_idx on sent_texts (sent_at);

alter table moderation_acts
  drop constraint moderation_acts_action_check,
  drop constraint moderation_acts_target_type_check,
  add constraint moderation_acts_action_check check (action in (
    'HIDE', 'SHOW', 'DELETE', 'FEATURE', 'UNFEATURE', 'BAN', 'UNBAN', 'REVIEW_REPORT', 'ACTION_REPORT',
    'RELEASE', 'REJECT')),
  add constraint moderation_acts_target_type_check check (target_type in ('USER', 'LISTING', 'REPORT', 'MESSAGE'));

-- Quotas --------------------------------------------------------------------------------------------------------------

-- Conversations are counted by threads_buyer_id_idx, listings by listings_seller_id_idx, questions by this one.
create index questions_asker_idx on questions (asker_id, created_at desc);
drop index questions_asker_id_idx;

-- How often whom a quota stopped, by day.
create table quota_hits (
  user_id integer not null references users on delete cascade,
  quota text not null check (quota in ('LISTINGS', 'CONVERSATIONS', 'QUESTIONS')),
  day date not null default (now() at time zone 'UTC')::date,
  hits integer not null default 1,
  last_at timestamptz not null default now(),
  primary key (user_id, quota, day)
);

-- Proofs of work ------------------------------------------------------------------------------------------------------

-- Each works once; swept when it has expired.
create table spent_proofs (
  digest bytea primary key,
  expires_at timestamptz not null
);
