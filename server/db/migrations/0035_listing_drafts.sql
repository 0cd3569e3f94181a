-- Listings that people began to write: they continue them on every device. See shared/contract/drafts.ts.

create table listing_drafts (
  id integer primary key generated always as identity,
  user_id integer not null references users on delete cascade,
  content jsonb not null check (jsonb_typeof(content) = 'object'), -- what is filled in; photos as listings have them, prices in kobo
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index listing_drafts_user_id_idx on listing_drafts (user_id, updated_at);
create index listing_drafts_updated_at_idx on listing_drafts (updated_at);
