-- People, their sessions and codes; categories and listings; pictures.
-- Money is integer kobo. Deletion of listings is soft: deleted_at.

create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gin;

create table users (
  id integer generated always as identity primary key,
  email text not null,
  username text not null,
  full_name text not null,
  phone text not null,                              -- E.164, never public
  password_hash text not null,                      -- argon2id, PHC string
  role text not null default 'USER' check (role in ('USER', 'ADMIN')),
  avatar_url text,
  bio text,
  state text,
  lga text,
  rating_avg numeric(3, 2) not null default 0,
  rating_count integer not null default 0,
  email_verified_at timestamptz,
  phone_verified_at timestamptz,
  banned_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email_key on users (lower(email));
create unique index users_username_key on users (lower(username));

create table sessions (
  token_hash bytea primary key,                     -- SHA-256 of the cookie's opaque token
  user_id integer not null references users on delete cascade,
  user_agent text,
  ip inet,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user_id_idx on sessions (user_id);

create table email_codes (
  user_id integer not null references users on delete cascade,
  purpose text not null check (purpose in ('VERIFY_EMAIL', 'RESET_PASSWORD')),
  code_hash bytea not null,
  tries_left smallint not null,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (user_id, purpose)
);

create table reset_tokens (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  expires_at timestamptz not null
);

create table categories (
  id integer generated always as identity primary key,
  slug text not null unique,
  name text not null,
  position smallint not null
);
insert into categories (slug, name, position) values
  ('phones-tablets', 'Phones & Tablets', 1),
  ('electronics', 'Electronics', 2),
  ('vehicles', 'Vehicles', 3),
  ('property', 'Property', 4),
  ('fashion', 'Fashion', 5),
  ('furniture', 'Furniture', 6),
  ('books', 'Books', 7),
  ('services', 'Services', 8),
  ('kids', 'Kids', 9),
  ('other', 'Other', 10);

-- Every picture that the built-in upload returned; those that no listing or user shows are swept after a day.
create table uploads (
  id uuid primary key,
  uploader_id integer references users on delete set null,
  url text not null unique,
  width integer not null,
  height integer not null,
  placeholder text not null,                        -- thumbhash, base64
  created_at timestamptz not null default now()
);
create index uploads_uploader_id_idx on uploads (uploader_id);

create table listings (
  id integer generated always as identity primary key,
  seller_id integer not null references users,
  category_id integer not null references categories,
  title text not null,
  description text not null,
  price bigint not null check (price > 0 and price <= 1000000000000),
  price_type text not null check (price_type in ('FIXED', 'NEGOTIABLE')),
  condition text not null check (condition in ('NEW', 'USED')),
  state text not null,
  lga text not null,
  photos jsonb not null,                            -- [{url, width, height, placeholder}], the cover first
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'SOLD', 'HIDDEN')),
  hidden_by_moderator boolean not null default false,
  questions_enabled boolean not null default true,
  views integer not null default 0,
  featured_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index listings_seller_id_idx on listings (seller_id, created_at desc, id desc) where deleted_at is null;

-- Who saw what on which day: a view counts once. Old days are swept.
create table listing_views (
  listing_id integer not null references listings on delete cascade,
  viewer text not null,                             -- 'u:<id>', or a daily hash of a visitor
  day date not null,
  primary key (listing_id, day, viewer)
);

create table reviews (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,      -- who is reviewed
  reviewer_id integer not null references users on delete cascade,
  stars smallint not null check (stars between 1 and 5),
  comment text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, reviewer_id),
  check (user_id <> reviewer_id)
);
create index reviews_user_id_idx on reviews (user_id, created_at desc);
