-- Once, as the superuser at the primary. The role that Oja signs in as owns its database, and may do nothing else; the
-- extensions that its migrations create are such as an owner may.
create role oja login nosuperuser nocreatedb nocreaterole password '@OJA_PASSWORD@';
create database oja owner oja;
revoke connect, temporary on database oja from public;
