import type { Policy } from '@countinghouse/contract/features/policies';
import { compareText, type GridColumn, TIME_WIDTH } from '../../ui/grid/column.ts';
import { Actor } from '../../ui/value/Actor.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

export const columns: readonly GridColumn<Policy>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(190px, 1.2fr)',
    fixed: true,
    compare: (a, b) => compareText(a.name.toLowerCase(), b.name.toLowerCase()),
    text: (p) => p.name,
    cell: (p) => <strong>{p.name}</strong>,
  },
  {
    id: 'state',
    header: 'State',
    width: '96px',
    compare: (a, b) => compareText(a.retired_at ?? '', b.retired_at ?? ''),
    text: (p) => (p.retired_at === null ? 'active' : 'retired'),
    cell: (p) => <StatusBadge status={p.retired_at === null ? 'active' : 'retired'} />,
  },
  {
    id: 'hook',
    header: 'Hook',
    width: '132px',
    compare: (a, b) => compareText(a.hook, b.hook),
    text: (p) => p.hook,
    cell: (p) => <span className="mono">{p.hook}</span>,
  },
  {
    id: 'expr',
    header: 'Expression',
    width: 'minmax(200px, 2fr)',
    text: (p) => p.expr,
    cell: (p) => (
      <span className="mono" title={p.expr}>
        {p.expr}
      </span>
    ),
  },
  {
    id: 'cost',
    header: 'Cost',
    width: '92px',
    align: 'right',
    descendingFirst: true,
    compare: (a, b) => (a.cost_units ?? 0) - (b.cost_units ?? 0),
    text: (p) => String(p.cost_units ?? ''),
    cell: (p) => <span className="numbers">{p.cost_units === null ? '—' : p.cost_units.toLocaleString('en')}</span>,
  },
  {
    id: 'version',
    header: 'Version',
    width: '78px',
    align: 'right',
    compare: (a, b) => a.version - b.version,
    text: (p) => String(p.version),
    cell: (p) => <span className="numbers">{p.version}</span>,
  },
  {
    id: 'changed',
    header: 'Changed',
    width: TIME_WIDTH,
    descendingFirst: true,
    compare: (a, b) => a.seq - b.seq,
    text: (p) => p.registered_at,
    cell: (p) => <Timestamp at={p.registered_at} />,
  },
  { id: 'by', header: 'By', width: 'minmax(110px, 0.6fr)', text: (p) => p.registered_by, cell: (p) => <Actor id={p.registered_by} /> },
];
