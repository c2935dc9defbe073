import type { LedgerEvent } from '@countinghouse/contract/features/events';
import { type GridColumn, TIME_WIDTH } from '../../ui/grid/column.ts';
import { Actor } from '../../ui/value/Actor.tsx';
import { EventTypeBadge } from '../../ui/value/EventTypeBadge.tsx';
import { Hash } from '../../ui/value/Hash.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { ChainTick } from './ChainTick.tsx';
import { linkOf } from './chain.ts';

const dash = <span className="dimmed">—</span>;

export const columnsFor = (bySeq: ReadonlyMap<number, LedgerEvent>, onGo: (seq: number) => void): readonly GridColumn<LedgerEvent>[] => [
  {
    id: 'chain',
    header: 'Chain',
    width: '64px',
    cell: (e) => <ChainTick link={linkOf(e, bySeq)} seq={e.seq} onPrevious={() => onGo(e.seq - 1)} />,
  },
  {
    id: 'seq',
    header: 'Seq',
    width: '76px',
    align: 'right',
    fixed: true,
    text: (e) => String(e.seq),
    cell: (e) => <strong className="numbers">{e.seq}</strong>,
  },
  {
    id: 'type',
    header: 'Type',
    width: 'minmax(150px, 1.1fr)',
    text: (e) => e.event_type,
    cell: (e) => <EventTypeBadge type={e.event_type} />,
  },
  {
    id: 'status',
    header: 'Intent status',
    width: '120px',
    hidden: true,
    text: (e) => e.intent_status ?? '',
    cell: (e) => (e.intent_status === null ? dash : <StatusBadge status={e.intent_status} />),
  },
  { id: 'time', header: 'Time', width: TIME_WIDTH, text: (e) => e.event_ts, cell: (e) => <Timestamp at={e.event_ts} /> },
  {
    id: 'hash',
    header: 'Event hash',
    width: 'minmax(170px, 1fr)',
    text: (e) => e.event_hash,
    cell: (e) => <Hash value={e.event_hash} what={`hash of event ${e.seq}`} />,
  },
  {
    id: 'prev',
    header: 'Previous hash',
    width: 'minmax(170px, 1fr)',
    text: (e) => e.prev_hash,
    cell: (e) => <Hash value={e.prev_hash} what={`previous hash of event ${e.seq}`} />,
  },
  {
    id: 'payload',
    header: 'Payload hash',
    width: 'minmax(170px, 1fr)',
    hidden: true,
    text: (e) => e.payload_hash,
    cell: (e) => <Hash value={e.payload_hash} what={`payload hash of event ${e.seq}`} />,
  },
  {
    id: 'actor',
    header: 'Actor',
    width: 'minmax(165px, 0.8fr)',
    text: (e) => e.actor_id,
    cell: (e) => <Actor id={e.actor_id} what={`actor of event ${e.seq}`} />,
  },
];
