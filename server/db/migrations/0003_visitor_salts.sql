-- A visitor is counted by a hash of address and browser, salted anew each day; when the salt is gone nobody can tell
-- whom the hash stood for.
create table visitor_salts (
  day date primary key,
  salt bytea not null
);
