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

/** Says that this server is there; answers all that are, itself included. */
export async function announce(pool: pg.Pool, { id, host, port, secret }: Server): Promise<readonly Server[]> {
  await pool.query(
    `insert into cluster.servers (id, host, port, secret) values ($1, $2, $3, $4)
     on conflict (id) do update set host = excluded.host, port = excluded.port, secret = excluded.secret, seen_at = clock_timestamp()`,
    [id, host, port, secret],
  );
  const found = await pool.query<Server>(
    `select id, host, port, secret from cluster.servers
     where seen_at > clock_timestamp() - make_interval(secs => ${GONE_AFTER_MS / 1000}) order by id`,
  );
  return found.rows;
}

/** Says that it goes: nobody waits until it was not seen. Those long gone are forgotten with it. */
export async function leave(pool: pg.Pool, id: string): Promise<void> {
  await pool.query(`delete from cluster.servers where id = $1 or seen_at < clock_timestamp() - interval '${FORGOTTEN_AFTER}'`, [id]);
}
