// What a root or a proof is made of, read in one statement: it lies in few places of one table, and the end of the log in another.

import type { TilePlace } from '@countinghouse/kernel/merkle/tiles';
import type { LeafRange } from '@countinghouse/kernel/merkle/tree';
import type { Tx } from '../../reader.ts';

export const nameOf = ({ level, index }: TilePlace): string => `${level}/${index}`;

/** Of the events above a seq and up to another the leaves, one behind the other: SHA-256(0x00 ‖ event hash) each. Source: RFC 9162 §2.1.1. */
export const leavesBetween = (after: string, through: string): string =>
  `(select string_agg(sha256('\\x00'::bytea || decode(event_hash, 'hex')), ''::bytea order by seq)
    from events where tenant_id = $1 and seq > ${after} and seq <= ${through})`;

interface Asked {
  /** Tiles of the lowest level with the leaves they have: they are made of the log where they are not written. */
  readonly lowest: readonly (LeafRange & { readonly index: number })[];
  /** Full tiles above it. */
  readonly tiles: readonly TilePlace[];
  /** Roots of neighbouring tiles, each level once. */
  readonly roots: readonly (LeafRange & { readonly level: number })[];
  /** Also those tiles of the lowest level before this one that are not written: they are the last. */
  readonly lowestThrough: number;
}

interface Found {
  readonly tiles: readonly { readonly place: TilePlace; readonly hashes: Buffer }[];
  /** By the name of the tile. */
  readonly roots: ReadonlyMap<string, Buffer>;
}

/** As much of it as there is: a tile that is not written is not among what is answered, and events that are missing leave one short. */
export async function readHashes(tx: Pick<Tx, 'query'>, tenantId: string, { lowest, tiles, roots, lowestThrough }: Asked): Promise<Found> {
  const found = await tx.query<TilePlace & { readonly is_root: boolean; readonly hashes: Buffer | null }>({
    name: 'read_hashes',
    text: `with lowest as (
       select index, first, behind from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as asked (index, first, behind)
       union
       select index, index * 256, index * 256 + 256
       from generate_series((select coalesce(max(index) + 1, 0) from merkle_tiles where tenant_id = $1 and level = 0), $5::bigint - 1) as index
     )
     select 0 as level, l.index, false as is_root,
       coalesce((select hashes from merkle_tiles where tenant_id = $1 and level = 0 and index = l.index), ${leavesBetween('l.first', 'l.behind')}) as hashes
     from lowest l
     union all
     select t.level, t.index, false, t.hashes from unnest($6::int[], $7::bigint[]) as asked (level, index)
     cross join lateral (select * from merkle_tiles where tenant_id = $1 and level = asked.level and index = asked.index offset 0) t
     union all
     select t.level, t.index, true, t.root from unnest($8::int[], $9::bigint[], $10::bigint[]) as asked (level, first, behind)
     cross join lateral (
       select * from merkle_tiles where tenant_id = $1 and level = asked.level and index >= asked.first and index < asked.behind offset 0
     ) t`,
    values: [
      tenantId,
      lowest.map(({ index }) => index),
      lowest.map(({ from }) => from),
      lowest.map(({ to }) => to),
      lowestThrough,
      tiles.map(({ level }) => level),
      tiles.map(({ index }) => index),
      roots.map(({ level }) => level),
      roots.map(({ from }) => from),
      roots.map(({ to }) => to),
    ],
  });
  const hashesOf = found.rows.flatMap(({ level, index, is_root, hashes }) =>
    hashes === null ? [] : [{ place: { level, index }, is_root, hashes }],
  );
  return {
    tiles: hashesOf.filter((row) => !row.is_root),
    roots: new Map(hashesOf.filter((row) => row.is_root).map(({ place, hashes }) => [nameOf(place), hashes])),
  };
}
