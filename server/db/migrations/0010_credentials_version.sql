-- Counts what ends the value of earlier proofs: a new password, a factor on or off, a ban, a deletion asked for, signing out everywhere.
-- A session opens, and a sensitive change is done, only where this is still what it was when the proof was looked at
-- (server/core/session/session.db.ts). Servers of the version before neither read nor write it.
alter table users add column credentials_version integer not null default 1;
