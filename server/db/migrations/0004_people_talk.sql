-- Favourites, questions, chat, reports, moderation, and what people set for themselves.

create table favorites (
  user_id integer not null references users on delete cascade,
  listing_id integer not null references listings on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, listing_id)
);
create index favorites_listing_id_idx on favorites (listing_id);

create table questions (
  id integer generated always as identity primary key,
  listing_id integer not null references listings on delete cascade,
  asker_id integer not null references users on delete cascade,
  question text not null,
  answer text,
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  check ((answer is null) = (answered_at is null))
);
create index questions_listing_id_idx on questions (listing_id, created_at desc, id desc);
create index questions_asker_id_idx on questions (asker_id);

-- Chat --------------------------------------------------------------------------------------------------------------

-- One for each listing and buyer. The seller stands here too, so that a person's threads are found without the listing.
create table threads (
  id integer generated always as identity primary key,
  listing_id integer not null references listings,
  seller_id integer not null references users,
  buyer_id integer not null references users,
  last_message_at timestamptz not null default now(),   -- of an empty thread: when it was opened
  -- When each was last told by e-mail that messages wait.
  buyer_mailed_at timestamptz,
  seller_mailed_at timestamptz,
  created_at timestamptz not null default now(),
  unique (listing_id, buyer_id),
  check (buyer_id <> seller_id)
);
create index threads_buyer_id_idx on threads (buyer_id, last_message_at desc, id desc);
create index threads_seller_id_idx on threads (seller_id, last_message_at desc, id desc);

-- Within a thread ids follow the order of commits: whoever writes locks the thread first.
create table messages (
  id bigint generated always as identity primary key,
  thread_id integer not null references threads on delete cascade,
  sender_id integer not null references users,
  recipient_id integer not null references users,
  client_id text not null,                          -- made by the sender's device: sending again changes nothing
  body text not null default '',
  attachment jsonb,                                 -- {url, width, height, placeholder}
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  unique (thread_id, sender_id, client_id),
  check (body <> '' or attachment is not null)
);
create index messages_thread_id_idx on messages (thread_id, id desc);
create index messages_unread_idx on messages (recipient_id, thread_id) where read_at is null;
create index messages_created_at_idx on messages using brin (created_at);

-- Nothing more is said between the two, whoever of them blocked.
create table blocks (
  blocker_id integer not null references users on delete cascade,
  blocked_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_blocked_id_idx on blocks (blocked_id);

-- Moderation --------------------------------------------------------------------------------------------------------

create table reports (
  id integer generated always as identity primary key,
  reporter_id integer not null references users on delete cascade,
  target_type text not null check (target_type in ('USER', 'LISTING')),
  target_id integer not null,
  reason text not null,
  details text,
  status text not null default 'NEW' check (status in ('NEW', 'REVIEWED', 'ACTIONED')),
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  check ((status = 'NEW') = (closed_at is null))
);
create unique index reports_one_open_key on reports (reporter_id, target_type, target_id) where status = 'NEW';
create index reports_created_at_idx on reports (created_at desc, id desc);
create index reports_target_idx on reports (target_type, target_id);

-- Who did what, why and when. Rows are added and never changed.
create table moderation_acts (
  id integer generated always as identity primary key,
  admin_id integer not null references users,
  action text not null check (action in (
    'HIDE', 'SHOW', 'DELETE', 'FEATURE', 'UNFEATURE', 'BAN', 'UNBAN', 'REVIEW_REPORT', 'ACTION_REPORT')),
  target_type text not null check (target_type in ('USER', 'LISTING', 'REPORT')),
  target_id integer not null,
  reason text,
  created_at timestamptz not null default now()
);
create index moderation_acts_target_idx on moderation_acts (target_type, target_id, id desc);

create function refuse_change() returns trigger
  language plpgsql as $$
  begin
    raise exception '% is a history: rows are only added', tg_table_name;
  end $$;
create trigger moderation_acts_are_kept before update or delete on moderation_acts
  for each row execute function refuse_change();
create trigger moderation_acts_stay before truncate on moderation_acts
  for each statement execute function refuse_change();

-- Why an administrator hid or deleted it; told to its owner.
alter table listings add column moderation_reason text;
create index listings_created_at_idx on listings (created_at desc, id desc);
create index users_created_at_idx on users (created_at desc, id desc);

-- Reviews -----------------------------------------------------------------------------------------------------------

-- What a user's rating says is what the public sees: the reviews by whoever is not banned. The user's row is locked before
-- the reviews are counted, so that of writers at the same time each counts what the earlier ones committed. The lock
-- leaves room for the foreign keys of rows that refer to the user.
create function refresh_rating(reviewed integer) returns void
  language plpgsql as $$
  begin
    perform from users where id = reviewed for no key update;
    update users set (rating_avg, rating_count) = (
      select coalesce(round(avg(r.stars), 2), 0), count(*)
      from reviews r join users reviewer on reviewer.id = r.reviewer_id
      where r.user_id = reviewed and reviewer.banned_at is null)
    where id = reviewed;
  end $$;

create function rating_follows_review() returns trigger
  language plpgsql as $$
  begin
    perform refresh_rating(coalesce(new.user_id, old.user_id));
    return null;
  end $$;
create trigger reviews_rating after insert or delete or update of stars on reviews
  for each row execute function rating_follows_review();

create function rating_follows_ban() returns trigger
  language plpgsql as $$
  begin
    perform refresh_rating(user_id) from (
      select user_id from reviews where reviewer_id = new.id order by user_id) as reviewed;
    return null;
  end $$;
create trigger users_rating after update of banned_at on users
  for each row when ((old.banned_at is null) <> (new.banned_at is null))
  execute function rating_follows_ban();

-- Accounts ----------------------------------------------------------------------------------------------------------

alter table users
  add column notify_messages boolean not null default true,
  add column notify_questions boolean not null default true,
  add column notify_reviews boolean not null default true,
  -- Set while the account waits for its deletion; then it is made nameless, and deleted_at says when.
  add column deletion_due_at timestamptz,
  add column deleted_at timestamptz;
create index users_deletion_due_at_idx on users (deletion_due_at) where deletion_due_at is not null;
-- A number that somebody proved to be theirs is nobody else's.
create unique index users_verified_phone_key on users (phone) where phone_verified_at is not null;

-- What the list of sessions names one by.
alter table sessions add column id integer generated always as identity unique;

create table phone_codes (
  user_id integer primary key references users on delete cascade,
  phone text not null,                              -- that the code was sent to
  code_hash bytea not null,
  tries_left smallint not null,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- Listings of accounts that wait for their deletion leave the public pages, as those of banned ones do.
create or replace view listing_search_source as
  select l.id, l.category_id, l.state, l.lga, l.condition, l.price_type, l.price,
    date_trunc('milliseconds', l.created_at) as created_at, l.featured_until,
    array_to_tsvector(
      search_lexemes(concat_ws(' ', l.title, l.description, l.state, l.lga, c.name))
      || (select coalesce(array_agg('=' || w), '{}') from unnest(search_lexemes(l.title)) as w)
      || array['#c' || l.category_id, '#s' || l.state, '#l' || l.lga, '#n' || l.condition, '#p' || l.price_type]
    ) as document
  from listings l
  join categories c on c.id = l.category_id
  join users u on u.id = l.seller_id
  where l.status = 'ACTIVE' and l.deleted_at is null
    and u.banned_at is null and u.deletion_due_at is null and u.deleted_at is null;

drop trigger users_search on users;
alter function search_follow_ban rename to search_follow_seller;
create trigger users_search after update of banned_at, deletion_due_at, deleted_at on users
  for each row when (
    (old.banned_at is null and old.deletion_due_at is null and old.deleted_at is null)
    <> (new.banned_at is null and new.deletion_due_at is null and new.deleted_at is null))
  execute function search_follow_seller();
