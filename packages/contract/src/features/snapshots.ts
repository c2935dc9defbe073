import * as z from 'zod';
import { Instant, LABEL_LENGTH_MAX, limit, line, Sha256Hex } from '../fields.ts';
import { route } from '../wire.ts';

// Source: specification §3, §9.
export const SnapshotKind = z.enum(['reference', 'fx', 'config']);
export const SNAPSHOTS_LIST_MAX = 500;
export const SNAPSHOT_METADATA_SHOWN_MAX = 80;

export const Snapshot = z.object({
  id: z.string(),
  snapshot_id: z.string(),
  kind: SnapshotKind,
  label: z.string(),
  /** The position in the log it stands for: everything up to and with this seq. */
  seq: z.number().int(),
  event_hash: z.string(),
  /** Root of the Merkle tree over the log up to that seq; null of a snapshot from before they carried it. */
  root_hash: Sha256Hex.nullable(),
  takenAt: z.string(),
  taken_at: z.string(),
  effective_at: z.string(),
  source: z.string(),
  uri: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
});
export type Snapshot = z.output<typeof Snapshot>;

export const NewSnapshot = z.strictObject({
  kind: SnapshotKind,
  label: line(LABEL_LENGTH_MAX).default(''),
  source: line(64).default('console'),
  effective_at: Instant.nullish().meta({
    description: 'Of an fx snapshot: the instant whose rates it freezes, as they are known now. Now unless one is named.',
  }),
});

const taken = z.object({ snapshot: Snapshot });

export const snapshots = {
  list: route({
    method: 'GET',
    path: '/api/internal/snapshots/list',
    v1: { path: '/api/v1/snapshots' },
    summary: 'Snapshots, newest first',
    needs: 'member',
    query: z.strictObject({ kind: SnapshotKind.optional(), limit: limit(SNAPSHOTS_LIST_MAX, 100) }),
    ok: z.object({ snapshots: z.array(Snapshot) }),
  }),
  take: route({
    method: 'POST',
    path: '/api/internal/snapshots/take',
    summary: 'Capture a snapshot',
    needs: 'member',
    grant: 'post',
    cannotWait: true,
    body: NewSnapshot,
    ok: taken,
  }),
  takeV1: route({
    method: 'POST',
    path: '/api/v1/snapshots/take',
    summary: 'Capture a snapshot',
    needs: 'member',
    grant: 'post',
    cannotWait: true,
    body: NewSnapshot,
    ok: taken,
  }),
} as const;
