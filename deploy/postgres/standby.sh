#!/bin/sh
# A hot standby of the PostgreSQL at $PRIMARY_HOST: copies it into an empty directory, then follows it.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  rm -rf "${PGDATA:?}"/* "$PGDATA.copying"
  until PGPASSWORD=$STANDBY_PASSWORD pg_basebackup --host "$PRIMARY_HOST" --username standby --pgdata "$PGDATA.copying" \
    --wal-method stream --checkpoint fast --write-recovery-conf; do
    rm -rf "$PGDATA.copying"
    sleep 2
  done
  # Complete or not there at all.
  mkdir -p "$PGDATA"
  mv "$PGDATA.copying"/* "$PGDATA"/
  rmdir "$PGDATA.copying"
  chmod 700 "$PGDATA"
fi
exec postgres -c hot_standby=on -c hot_standby_feedback=on "$@"
