import type { Control } from '@countinghouse/contract/features/controls';
import { compareText, type GridColumn } from '../../ui/grid/column.ts';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

const dash = <span className="dimmed">—</span>;
const NEVER = '9999';

/** Says that it is retired, else how its attestation stands. */
export function DueBadge({ control }: { readonly control: Control }) {
  if (control.retired_at !== null) return <StatusBadge status="retired" />;
  return control.due === 'none' ? dash : <StatusBadge status={control.due} />;
}

export const columns: readonly GridColumn<Control>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(180px, 1.6fr)',
    fixed: true,
    compare: (a, b) => compareText(a.name.toLowerCase(), b.name.toLowerCase()),
    text: (c) => c.name,
    cell: (c) => <strong>{c.name}</strong>,
  },
  {
    id: 'kind',
    header: 'Kind',
    width: '104px',
    compare: (a, b) => compareText(a.hook ?? '', b.hook ?? ''),
    text: (c) => (c.hook === null ? 'control' : 'policy'),
    cell: (c) => <StatusBadge status={c.hook === null ? 'control' : 'policy'} />,
  },
  {
    id: 'due',
    header: 'Attestation',
    width: '124px',
    compare: (a, b) => compareText(a.due_on ?? NEVER, b.due_on ?? NEVER),
    text: (c) => (c.retired_at === null ? c.due : 'retired'),
    cell: (c) => <DueBadge control={c} />,
  },
  {
    id: 'due_on',
    header: 'Due by',
    width: '110px',
    compare: (a, b) => compareText(a.due_on ?? NEVER, b.due_on ?? NEVER),
    text: (c) => c.due_on ?? '',
    cell: (c) => (c.due_on === null ? dash : <span className="mono">{c.due_on}</span>),
  },
  {
    id: 'result',
    header: 'Last result',
    width: '110px',
    compare: (a, b) => compareText(a.last_attestation?.status ?? '', b.last_attestation?.status ?? ''),
    text: (c) => c.last_attestation?.status ?? '',
    cell: (c) => (c.last_attestation === null ? dash : <StatusBadge status={c.last_attestation.status} />),
  },
  {
    id: 'attested',
    header: 'Last attested',
    width: '168px',
    descendingFirst: true,
    compare: (a, b) => compareText(a.last_attestation?.attested_at ?? '', b.last_attestation?.attested_at ?? ''),
    text: (c) => c.last_attestation?.attested_at ?? '',
    cell: (c) => (c.last_attestation === null ? dash : <Timestamp at={c.last_attestation.attested_at} absolute />),
  },
  {
    id: 'version',
    header: 'Version',
    width: '84px',
    align: 'right',
    descendingFirst: true,
    compare: (a, b) => a.version - b.version,
    text: (c) => String(c.version),
    cell: (c) => <span className="numbers">{c.version}</span>,
  },
  {
    id: 'registered',
    header: 'Changed',
    width: '168px',
    descendingFirst: true,
    compare: (a, b) => compareText(a.registered_at, b.registered_at),
    text: (c) => c.registered_at,
    cell: (c) => <Timestamp at={c.registered_at} absolute />,
  },
];
