-- Listings end after 60 days unless their owners renew them. See docs/notifications.md, "Your listings".

alter table listings
  -- PostgreSQL keeps the default of existing rows in its catalogue and writes none of them: they get 60 days from the upgrade.
  add column ends_at timestamptz not null default now() + interval '60 days',
  add column end_reminders smallint not null default 0 check (end_reminders between 0 and 2), -- sent: 1 of 5 days before, 2 of 1 day
  add column ended_at timestamptz,                  -- the clock hid it; null as soon as it is public again
  add column renewed_at timestamptz,                -- when its owner last moved it to the top of "latest"
  add constraint listings_ended_at_check check (ended_at is null or status = 'HIDDEN');

-- What the clock looks for: those of each number of reminders by their end.
create index listings_ends_at_idx on listings (end_reminders, ends_at) where status = 'ACTIVE' and deleted_at is null;

-- A listing that becomes active again, whoever writes it, has not ended, and gets 60 days if its time was over.
create function keep_listing_end() returns trigger language plpgsql as $$
begin
  if new.status <> 'HIDDEN' then
    new.ended_at := null;
  end if;
  if new.status = 'ACTIVE' and old.status <> 'ACTIVE' and new.ends_at <= now() then
    new.ends_at := now() + interval '60 days';
    new.end_reminders := 0;
  end if;
  return new;
end $$;
create trigger listings_ends before update of status on listings for each row execute function keep_listing_end();

-- "Latest" is by the last time at the top. The rest of the view is as before.
create or replace view listing_search_source as
  select l.id, l.category_id, l.state, l.lga, l.condition, l.price_type, l.price,
    date_trunc('milliseconds', coalesce(l.renewed_at, l.created_at)) as created_at, l.featured_until,
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

drop trigger listings_search on listings;
create trigger listings_search after insert or update of
    title, description, category_id, condition, price_type, price, state, lga, status, deleted_at, created_at,
    featured_until, seller_id, renewed_at
  on listings for each row execute function search_follow_listing();

alter table users add column notify_listings boolean not null default true;
alter table notification_settings add column push_listings boolean not null default true;
alter table notifications
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in
    ('MESSAGE', 'DEAL', 'QUESTION', 'ANSWER', 'REVIEW', 'REVIEW_ANSWER', 'REVIEW_ASK', 'REPORT', 'REVIEW_REPORT', 'MODERATION',
     'SEARCH', 'CHEAPER', 'SOLD', 'AVAILABLE', 'FOLLOWED', 'ENDS_SOON', 'ENDED'));
