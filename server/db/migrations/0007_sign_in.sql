-- Signing in: second factors, what waits for one, tries that went wrong, and what happened to an account.

-- The shared secret of an authenticator app. It does not count before a code of the app has confirmed it.
create table totp_secrets (
  user_id integer primary key references users on delete cascade,
  secret bytea not null,                            -- sealed: server/core/session/secret-key.ts
  last_step bigint,                                 -- of the last code that was taken: each works once
  created_at timestamptz not null default now(),
  confirmed_at timestamptz
);

create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  credential_id text not null unique,               -- base64url, as browsers name it
  public_key bytea not null,                        -- COSE
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  is_synced boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user_id_idx on passkeys (user_id);

-- Those that were not used yet.
create table recovery_codes (
  code_hash bytea primary key,                      -- SHA-256: a code has 120 bits
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now()
);
create index recovery_codes_user_id_idx on recovery_codes (user_id);

-- What waits for its next step: a second factor, or the answer to a passkey's challenge.
create table sign_in_steps (
  token_hash bytea primary key,                     -- SHA-256 of the waiting cookie's token
  user_id integer references users on delete cascade,   -- null: the passkey will say whose it is
  challenge text,
  tries_left smallint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sign_in_steps_user_id_idx on sign_in_steps (user_id);

-- Wrong passwords and codes, by whom or from where. Keys are hashes: people type passwords into the wrong field.
create table sign_in_tries (
  key bytea primary key,
  failures real not null,
  counted_at timestamptz not null,
  blocked_until timestamptz not null
);

-- What happened to an account, for its owner and administrators. Rows are added and never changed; they leave after
-- 180 days, or with the account.
create table account_events (
  id bigint generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  type text not null,
  method text,
  actor_id integer references users,                -- the administrator who did it, where it was not the owner
  ip inet,
  user_agent text,
  created_at timestamptz not null default now()
);
create index account_events_user_id_idx on account_events (user_id, id desc);
create index account_events_actor_id_idx on account_events (actor_id);
create index account_events_created_at_idx on account_events using brin (created_at);

create function keep_account_events() returns trigger
  language plpgsql as $$
  begin
    if tg_op = 'DELETE' and (old.created_at < now() - interval '180 days'
      or not exists (select from users where id = old.user_id and deleted_at is null)) then
      return old;
    end if;
    raise exception '% is a history: rows are only added', tg_table_name;
  end $$;
create trigger account_events_are_kept before update or delete on account_events
  for each row execute function keep_account_events();
create trigger account_events_stay before truncate on account_events
  for each statement execute function refuse_change();

alter table sessions
  -- When its owner last proved who they are: changes that could lock them out ask for that to be recent.
  add column authenticated_at timestamptz not null default now(),
  add column second_factor boolean not null default false;
update sessions set authenticated_at = created_at;
