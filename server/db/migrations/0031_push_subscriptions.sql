-- Devices that get push messages. See docs/notifications.md.

-- One for each session: what ends the session (logging out, a ban, a new password) ends it too.
create table push_subscriptions (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  session_id integer not null unique references sessions (id) on delete cascade,
  endpoint text not null unique check (char_length(endpoint) <= 1000), -- the address at the push service of the browser
  p256dh text not null,                                                -- the browser's keys, base64url: they encrypt what is sent
  auth text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_user_id_idx on push_subscriptions (user_id);

-- The end of the quiet hours that a moment lies in, and null outside them. Hours are those of Lagos; they may go over midnight.
create function quiet_until(moment timestamptz, quiet_from smallint, quiet_to smallint) returns timestamptz stable language sql as $$
  select case
    when case when quiet_from < quiet_to then hour >= quiet_from and hour < quiet_to
      else quiet_from > quiet_to and (hour >= quiet_from or hour < quiet_to) end
    then (midnight + make_interval(days => case when hour < quiet_to then 0 else 1 end, hours => quiet_to)) at time zone 'Africa/Lagos'
  end
  from (select date_trunc('day', local) as midnight, extract(hour from local) as hour
    from (select moment at time zone 'Africa/Lagos' as local) as here) as now_here
$$;
