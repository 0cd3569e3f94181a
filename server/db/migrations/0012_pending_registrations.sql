-- Registrations that wait for the code of their mail. Each belongs to the browser that began it (a cookie), with its own
-- password and code, so several may wait for one address; the first to be verified becomes a row of `users`.
-- Accounts of `users` that were never verified stay until they are swept: a login with their password makes one of these.

create table pending_registrations (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,                 -- SHA-256 of the browser's cookie
  email text not null,
  username text not null,                           -- not reserved: whoever is verified first has it
  full_name text not null,
  phone text not null,                              -- E.164
  password_hash text not null,                      -- argon2id, PHC string; those of one address share their salt
  -- Of the newest code; null before the first is sent.
  code_hash bytea,
  tries_left smallint not null default 0,
  code_sent_at timestamptz,
  code_expires_at timestamptz,
  registered_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index pending_registrations_email_idx on pending_registrations (lower(email));
-- Registrations of the last minutes are counted.
create index pending_registrations_registered_at_idx on pending_registrations (registered_at);
