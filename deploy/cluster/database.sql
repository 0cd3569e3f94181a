-- Run once, as the superuser on the primary. Oja's role owns its database and has no other privileges; the extensions that the
-- migrations create are trusted ones, which an owner may create.
create role oja login nosuperuser nocreatedb nocreaterole password '@OJA_PASSWORD@';
create database oja owner oja;
revoke connect, temporary on database oja from public;
