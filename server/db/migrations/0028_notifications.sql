-- What people are told when they are not looking. See docs/notifications.md.

create table notifications (
  id bigint generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  kind text not null check (kind in
    ('MESSAGE', 'DEAL', 'QUESTION', 'ANSWER', 'REVIEW', 'REVIEW_ANSWER', 'REVIEW_ASK', 'REPORT', 'REVIEW_REPORT', 'MODERATION',
     'SEARCH', 'CHEAPER', 'SOLD', 'AVAILABLE', 'FOLLOWED')),
  -- What it is about, by kind: the id of a thread, deal, listing, review, report, moderation act, saved search, or followed seller.
  subject_id integer not null,
  listing_id integer references listings on delete set null, -- the newest listing that it is about
  actor_id integer references users on delete cascade,      -- the person who caused it
  detail text check (char_length(detail) <= 300),           -- by kind: ACCEPTED of a deal, the name of a saved search
  price_before bigint,                                      -- kobo, of CHEAPER
  price_after bigint,
  count integer not null default 1,                         -- events since the person last read it
  happened_at timestamptz not null default now(),           -- of the newest event
  read_at timestamptz
);
-- Events about one subject are one notification until it is read.
create unique index notifications_unread_key on notifications (user_id, kind, subject_id) where read_at is null;
create index notifications_user_id_idx on notifications (user_id, happened_at desc, id desc);
create index notifications_listing_id_idx on notifications (listing_id);
create index notifications_actor_id_idx on notifications (actor_id);
create index notifications_happened_at_idx on notifications (happened_at);

-- By push, and when: a person without a row has the defaults. Mails of the first four topics are switched in users, too.
alter table users
  add column notify_searches boolean not null default true,
  add column notify_saved boolean not null default true,
  add column notify_follows boolean not null default true;
create table notification_settings (
  user_id integer primary key references users on delete cascade,
  push_messages boolean not null default true,
  push_questions boolean not null default true,
  push_reviews boolean not null default true,
  push_reports boolean not null default true,
  push_searches boolean not null default true,
  push_saved boolean not null default true,
  push_follows boolean not null default true,
  push_hides_content boolean not null default false,        -- nothing private on a locked screen
  quiet_from smallint default 22 check (quiet_from between 0 and 23), -- hours in Lagos; null: no quiet hours
  quiet_to smallint default 7 check (quiet_to between 0 and 23),
  digest_hour smallint not null default 8 check (digest_hour between 0 and 23),
  check ((quiet_from is null) = (quiet_to is null))
);

-- What happened to listings, until savers, followers and owners of searches have been told.
create table listing_news (
  id bigint generated always as identity primary key,
  listing_id integer not null references listings on delete cascade,
  what text not null check (what in ('PUBLISHED', 'AVAILABLE', 'CHEAPER', 'SOLD')),
  price_before bigint,                              -- kobo, of CHEAPER
  price_after bigint,
  happened_at timestamptz not null default now()
);
create index listing_news_listing_id_idx on listing_news (listing_id);

-- PUBLISHED: the public sees it for the first time, or again after it was hidden. AVAILABLE: it was sold, and is for sale again.
create function note_listing_news() returns trigger language plpgsql as $$
declare
  is_public constant boolean := new.status = 'ACTIVE' and new.deleted_at is null;
  was_public constant boolean := tg_op = 'UPDATE' and old.status = 'ACTIVE' and old.deleted_at is null;
begin
  if is_public and not was_public then
    insert into listing_news (listing_id, what)
      values (new.id, case when tg_op = 'UPDATE' and old.status = 'SOLD' then 'AVAILABLE' else 'PUBLISHED' end);
  elsif is_public and new.price < old.price then
    insert into listing_news (listing_id, what, price_before, price_after) values (new.id, 'CHEAPER', old.price, new.price);
  elsif was_public and new.status = 'SOLD' and new.deleted_at is null then
    insert into listing_news (listing_id, what) values (new.id, 'SOLD');
  end if;
  return null;
end $$;
create trigger listings_news_insert after insert on listings for each row
  when (new.status = 'ACTIVE') execute function note_listing_news();
create trigger listings_news_update after update of status, price, deleted_at on listings for each row
  when (old.status <> new.status or new.price < old.price or old.deleted_at is distinct from new.deleted_at)
  execute function note_listing_news();
