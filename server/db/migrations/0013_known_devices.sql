-- Browsers that signed in before, and requests for a new password: so that a stranger's guesses and requests for mail
-- keep nobody out of an account of their own. See docs/security.md, "Guessing".

create table known_devices (
  token_hash bytea not null,                        -- SHA-256 of the device cookie
  user_id integer not null references users on delete cascade,
  last_used_at timestamptz not null default now(),  -- of the last sign-in
  primary key (token_hash, user_id)
);
create index known_devices_user_id_idx on known_devices (user_id);

-- One row for each address and browser that asked. Several wait beside each other: none ends another.
create table password_resets (
  id bigint generated always as identity primary key,
  address_hash bytea not null,                      -- SHA-256 of the address; rows of unknown addresses are alike
  user_id integer references users on delete cascade,   -- null: nobody was sent this code
  browser_hash bytea not null,                      -- SHA-256 of the cookie of the browser that asked
  network_hash bytea not null,                      -- of the network that asked
  code_hash bytea not null,
  link_hash bytea not null unique,                  -- SHA-256 of the token in the mail's link
  own_tries_left smallint not null,                 -- of the browser that asked
  other_tries_left smallint not null,               -- of all other browsers together
  sent_at timestamptz not null default now(),
  code_expires_at timestamptz not null,
  link_expires_at timestamptz not null,
  unique (address_hash, browser_hash)
);
create index password_resets_user_id_idx on password_resets (user_id);
create index password_resets_link_expires_at_idx on password_resets (link_expires_at);
