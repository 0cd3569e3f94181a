-- Writes that a browser named, since doing them twice would do two things (Endpoint.repeat 'by key'): one row for each that was
-- committed, made in its transaction. Asked again under the same name, it is answered by what came of it then. Swept after a day.
create table idempotency_keys (
  user_id integer not null references users on delete cascade,
  key text not null,
  request bytea not null,                           -- digest of method, address and body
  result bytea not null default '',                 -- what the transaction resolved with, as Node's v8 serializes it
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_created_idx on idempotency_keys (created_at);
