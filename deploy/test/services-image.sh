#!/bin/sh
# services-image.sh FOLDER: puts into a Debian with nginx, PostgreSQL and Redis what the official images of these have.
set -eu
cd "$1"
ln -sf /dev/stdout var/log/nginx/access.log
ln -sf /dev/stderr var/log/nginx/error.log
# Debian's own asks at the port of a cluster that its package has made.
ln -sf "/$(echo usr/lib/postgresql/*/bin/pg_isready)" usr/local/bin/pg_isready
cat >etc/nginx/nginx.conf <<'CONF'
daemon off; pid /tmp/nginx.pid; events {}
http {
  client_body_temp_path /tmp/body; proxy_temp_path /tmp/proxy; fastcgi_temp_path /tmp/fastcgi;
  uwsgi_temp_path /tmp/uwsgi; scgi_temp_path /tmp/scgi;
  include /etc/nginx/conf.d/*.conf;
}
CONF
cat >usr/local/bin/start-postgres <<'START'
#!/bin/sh
set -eu
PATH=$(echo /usr/lib/postgresql/*/bin):$PATH
export PGDATA=/var/lib/postgresql/data
cd "$PGDATA"
as_postgres() { setpriv --reuid postgres --regid postgres --clear-groups "$@"; }
mkdir -p /run/postgresql
chown postgres "$PGDATA" /run/postgresql
chmod 0700 "$PGDATA"
if [ ! -s PG_VERSION ]; then
  printf %s "$POSTGRES_PASSWORD" >/tmp/password
  as_postgres initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --encoding=UTF8 --locale=C.UTF-8 \
    --auth-host=scram-sha-256 --auth-local=trust
  echo "host all all all scram-sha-256" >>pg_hba.conf
  echo "create database $POSTGRES_DB" | as_postgres postgres --single postgres
fi
exec setpriv --reuid postgres --regid postgres --clear-groups postgres -c listen_addresses='*'
START
chmod 0755 usr/local/bin/start-postgres
