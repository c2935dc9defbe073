import type { LedgerEvent } from '@countinghouse/contract/features/events';
import { actor, drawing, id, instant, seq, status, text } from '../../ui/grid/columns.tsx';
import { EventTypeBadge } from '../../ui/value/EventTypeBadge.tsx';
import { aboutOf } from './about.ts';
import { ChainTick } from './ChainTick.tsx';
import { linkOf } from './chain.ts';

type E = LedgerEvent;

export const columnsFor = (bySeq: ReadonlyMap<number, E>, names: ReadonlyMap<string, string>, onGo: (seq: number) => void) => [
  drawing<E>('chain', 'Chain', '64px', (e) => <ChainTick link={linkOf(e, bySeq)} seq={e.seq} onPrevious={() => onGo(e.seq - 1)} />),
  seq<E>('seq', 'Seq', '76px', (e) => e.seq, {
    fixed: true,
    narrow: 'below',
    narrowCell: (e) => `event ${e.seq}`,
    cell: (e) => <strong className="numbers">{e.seq}</strong>,
  }),
  text<E>('type', 'Type', 'minmax(150px, 1.1fr)', (e) => e.event_type, {
    narrow: 'title',
    cell: (e) => <EventTypeBadge type={e.event_type} />,
  }),
  text<E>('about', 'About', 'minmax(190px, 2fr)', (e) => aboutOf(e, names), { titled: true, narrow: 'below' }),
  status<E>('status', 'Intent status', '120px', (e) => e.intent_status, { hidden: true, narrow: 'none' }),
  instant<E>('time', 'Time', (e) => e.event_ts),
  id<E>(
    'hash',
    'Event hash',
    'minmax(170px, 1fr)',
    (e) => e.event_hash,
    (e) => `hash of event ${e.seq}`,
  ),
  id<E>(
    'prev',
    'Previous hash',
    'minmax(170px, 1fr)',
    (e) => e.prev_hash,
    (e) => `previous hash of event ${e.seq}`,
    { hidden: true },
  ),
  id<E>(
    'payload',
    'Payload hash',
    'minmax(170px, 1fr)',
    (e) => e.payload_hash,
    (e) => `payload hash of event ${e.seq}`,
    { hidden: true },
  ),
  actor<E>(
    'actor',
    'Actor',
    'minmax(165px, 0.8fr)',
    (e) => e.actor_id,
    (e) => `actor of event ${e.seq}`,
  ),
];
