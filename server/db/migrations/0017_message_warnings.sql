-- Warnings about messages, and senders whom they concern; see docs/trust.md.

-- One row for each warned message. Only the recipient sees it; at most one of a kind in a conversation.
create table message_warnings (
  message_id bigint primary key references messages on delete cascade,
  thread_id integer not null references threads on delete cascade,
  recipient_id integer not null references users on delete cascade,
  sender_id integer not null references users on delete cascade,
  -- A `WarningKind` of shared/contract/chat.ts. Without a check: a kind that a later version adds must not fail a message.
  kind text not null,
  seen text[] not null,                             -- words of the messages
  probability real not null,
  created_at timestamptz not null default now(),
  dismissed_at timestamptz,                         -- the recipient said that they know the sender
  unique (thread_id, recipient_id, kind)
);
create index message_warnings_recipient_id_idx on message_warnings (recipient_id);
-- Counts the warned recipients of a sender.
create index message_warnings_sender_id_idx on message_warnings (sender_id, created_at);

-- A SENDER in the queue: many of those to whom they wrote were warned. `listing_id` is what the last warned conversation is about.
alter table holds
  drop constraint holds_kind_check,
  drop constraint holds_rule_check,
  drop constraint holds_check1,
  add constraint holds_kind_check check (kind in ('LISTING', 'MESSAGE', 'SENDER')),
  add constraint holds_rule_check check (
    rule in ('COPIES', 'TEXT_OF_ANOTHER', 'SAME_MESSAGE', 'WARNED_SENDER', 'SENDER_WAITS')),
  add constraint holds_message_check check (
    kind <> 'MESSAGE' or num_nulls(thread_id, message_id, client_id, body) = 0);
create unique index holds_open_sender_key on holds (owner_id) where kind = 'SENDER' and decision is null;
