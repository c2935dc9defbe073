// A part of the log as a file. It is read page by page, and is what the log said when it was asked for: what comes after is not in it.

import { PRINTED_EVENTS_MAX } from '@countinghouse/contract/features/events';
import { GENESIS_HASH } from '@countinghouse/kernel/chain/event-hash';
import { toHex } from '@countinghouse/kernel/merkle/hashing';
import { StoredTree } from '@countinghouse/store/features/anchors/tree';
import { countEvents, type EventFilter, type EventRow, findLatestPosition, listEvents } from '@countinghouse/store/features/events/reads';
import type { MembershipRow } from '@countinghouse/store/features/tenants/reads';
import { read } from '@countinghouse/store/reader';
import { findKnownPeople } from '../../auth/known-people.ts';
import { type CsvCell, csvOf } from '../../documents/csv.ts';
import type { PrintedDocument } from '../../documents/document.ts';
import { renderPdf } from '../../documents/pdf.ts';
import { refuseField } from '../../http/refusal.ts';
import type { AsideServices } from '../../route/aside.ts';
import { type AskedEvents, filterOf } from './filter.ts';

const PAGE_EVENTS = 500;
const HASH_SHOWN = 16;
const SYSTEM = 'The system';

export interface Trail {
  readonly tenantId: string;
  readonly organisation: string;
  readonly asked: AskedEvents;
  readonly filter: EventFilter;
  /** First and last seq that it may have. */
  readonly from: number;
  readonly to: number;
  /** Where the log ended when it was asked for, and the root of its tree there. */
  readonly head: { readonly seq: number; readonly event_hash: string };
  readonly rootHash: string;
  /** Pages of it, oldest first. */
  pages(): AsyncGenerator<readonly EventRow[]>;
}

export async function openTrail({ readerPool }: AsideServices, tenant: MembershipRow, asked: AskedEvents): Promise<Trail> {
  const { tenant_id: tenantId } = tenant;
  const { head, filter, rootHash } = await read(readerPool, { tenantId }, async (tx) => {
    const end = (await findLatestPosition(tx, tenantId)) ?? { seq: 0, event_hash: GENESIS_HASH };
    const wanted = await filterOf(tx, tenantId, asked);
    return {
      head: end,
      filter: { ...wanted, toSeq: Math.min(wanted.toSeq ?? end.seq, end.seq) },
      rootHash: end.seq === 0 ? '' : toHex(await new StoredTree(tx, tenantId, end.seq).root()),
    };
  });
  return {
    tenantId,
    organisation: tenant.name,
    asked,
    filter,
    from: (filter.afterSeq ?? 0) + 1,
    to: filter.toSeq,
    head,
    rootHash,
    async *pages() {
      for (let afterSeq = filter.afterSeq; ; ) {
        const { events, more } = await read(readerPool, { tenantId }, (tx) =>
          listEvents(tx, tenantId, { ...filter, afterSeq }, { limit: PAGE_EVENTS, first: 'oldest' }),
        );
        if (events.length > 0) yield events;
        if (!more) return;
        afterSeq = events.at(-1)?.seq ?? afterSeq;
      }
    },
  };
}

const heads = [
  'seq',
  'event_type',
  'event_ts',
  'actor_id',
  'intent_id',
  'event_id',
  'event_hash',
  'prev_hash',
  'payload_hash',
  'signature',
  'payload',
];

const csvRow = (e: EventRow): readonly CsvCell[] => [
  { figure: String(e.seq) },
  e.event_type,
  e.event_ts,
  e.actor_id,
  e.intent_id ?? '',
  e.event_id,
  e.event_hash,
  e.prev_hash,
  e.payload_hash,
  e.signature ?? '',
  e.payload,
];

/** Everything that an event hash is made of, so that each row can be derived again. */
export async function* csvOfTrail(trail: Trail): AsyncGenerator<string> {
  yield csvOf([heads]);
  for await (const page of trail.pages()) yield csvOf(page.map(csvRow));
}

/** Throws the refusal of a range with more events than anybody reads on paper. */
export async function pdfOfTrail({ readerPool, authPool, clock }: AsideServices, trail: Trail): Promise<Buffer> {
  const { tenantId, filter, asked, head } = trail;
  const count = await read(readerPool, { tenantId }, (tx) => countEvents(tx, tenantId, filter, PRINTED_EVENTS_MAX + 1));
  if (count > PRINTED_EVENTS_MAX)
    throw refuseField(
      'to_seq',
      `Choose a narrower range: a printed trail has at most ${PRINTED_EVENTS_MAX} events. As CSV there is no limit.`,
    );
  const rows: EventRow[] = [];
  for await (const page of trail.pages()) rows.push(...page);
  const people = await findKnownPeople({ readerPool, authPool }, tenantId, [...new Set(rows.map((e) => e.actor_id))]);
  const nameOf = (actorId: string): string => (actorId === 'system' ? SYSTEM : (people.get(actorId)?.name ?? actorId));
  const narrowed = [
    asked.type === undefined ? null : `Type: ${asked.type}`,
    asked.actor === undefined ? null : `Actor: ${nameOf(asked.actor)}`,
    asked.since === undefined ? null : `Since ${asked.since}`,
    asked.until === undefined ? null : `Until ${asked.until}`,
  ].filter((fact) => fact !== null);
  const document: PrintedDocument = {
    title: 'Audit trail',
    organisation: trail.organisation,
    facts: [`Events ${trail.from} to ${trail.to}: ${count} shown`, ...narrowed],
    tables: [
      {
        heading: null,
        columns: [
          { label: 'Seq', align: 'right', weight: 0.6 },
          { label: 'Time (UTC)', align: 'left', weight: 1.7 },
          { label: 'Type', align: 'left', weight: 1.7 },
          { label: 'Actor', align: 'left', weight: 1.5 },
          { label: 'Intent', align: 'left', weight: 2.4 },
          { label: 'Event hash', align: 'left', weight: 1.4 },
        ],
        rows: rows.map((e) => ({
          style: 'plain',
          depth: 0,
          cells: [
            String(e.seq),
            e.event_ts.slice(0, 19).replace('T', ' '),
            e.event_type,
            nameOf(e.actor_id),
            e.intent_id ?? '',
            `${e.event_hash.slice(0, HASH_SHOWN)}…`,
          ],
        })),
      },
    ],
    notes: [
      `The log had ${head.seq} events when this was printed; its last hash was ${head.event_hash}, the root of its tree ${trail.rootHash}.`,
      'Whole hashes and payloads are in the CSV of the same range.',
    ],
    footer: `Audit trail at seq ${head.seq}`,
    createdAt: new Date(clock.nowMs()),
  };
  return renderPdf(document);
}
