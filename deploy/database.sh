#!/bin/sh
# PostgreSQL's image runs this once, on an empty volume. The role that Oja signs in as owns its database, and may do nothing else.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$OJA_DATABASE_PASSWORD" --username="$POSTGRES_USER" --dbname=postgres <<'SQL'
create role oja login nosuperuser nocreatedb nocreaterole password :'password';
create database oja owner oja;
revoke connect, temporary on database oja from public;
SQL
