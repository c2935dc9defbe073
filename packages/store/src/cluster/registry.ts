// The servers that share a database, as the database knows them: each writes that it is there, twice a second, and reads who else is.
// By its clock alone: those of the servers do not matter.

import type pg from 'pg';

export interface Server {
  readonly id: string;
  readonly host: string;
  readonly port: number;
  /** What a connection to it is encrypted and proved with. */
  readonly secret: Buffer;
}

/** A server that was not seen for so long is taken for gone. */
const GONE_AFTER_MS = 1_500;
const FORGOTTEN_AFTER = '1 hour';

/** Says that this server is there; answers all that are, itself included, ordered by id. */
export async function announce(pool: pg.Pool, self: Server): Promise<readonly Server[]> {
  const { id, host, port, secret } = self;
  const others = await pool.query<Server>(
    `with self as (
       insert into cluster.servers (id, host, port, secret) values ($1, $2, $3, $4)
       on conflict (id) do update set host = excluded.host, port = excluded.port, secret = excluded.secret, seen_at = clock_timestamp())
     select id, host, port, secret from cluster.servers
     where id <> $1 and seen_at > clock_timestamp() - make_interval(secs => ${GONE_AFTER_MS / 1000})`,
    [id, host, port, secret],
  );
  return [...others.rows, self].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Says that it goes: nobody waits until it was not seen. Those long gone are forgotten with it. */
export async function leave(pool: pg.Pool, id: string): Promise<void> {
  await pool.query(`delete from cluster.servers where id = $1 or seen_at < clock_timestamp() - interval '${FORGOTTEN_AFTER}'`, [id]);
}
