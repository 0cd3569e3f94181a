#!/bin/sh
# The PostgreSQL image runs this once, on an empty volume. Oja's role owns its database and has no other privileges.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$OJA_DATABASE_PASSWORD" --username="$POSTGRES_USER" --dbname=postgres <<'SQL'
create role oja login nosuperuser nocreatedb nocreaterole password :'password';
create database oja owner oja;
revoke connect, temporary on database oja from public;
SQL
