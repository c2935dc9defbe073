#!/bin/sh
# Run once by the image of PostgreSQL, on an empty database: the user of the servers, the two roles they work as, and the user of the standby.
# docs/operating/install.md says what each may do.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set password="$COUNTINGHOUSE_PASSWORD" --set standby_password="$STANDBY_PASSWORD" <<'SQL'
create role countinghouse_reader nologin nosuperuser nobypassrls;
create role countinghouse_writer nologin nosuperuser bypassrls;
create role countinghouse login password :'password' in role countinghouse_reader, countinghouse_writer;
create role standby login replication password :'standby_password';
create database countinghouse owner countinghouse encoding 'UTF8' template template0;
SQL
echo 'host replication standby samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
