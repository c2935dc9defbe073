import type { Control } from '@countinghouse/contract/features/controls';
import { dash, day, instant, seq, status, text } from '../../ui/grid/columns.tsx';
import { Day } from '../../ui/value/Day.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';

/** After every day there is. */
const NEVER = '9999';

/** Says that it is retired, else how its attestation stands. */
export function DueBadge({ control }: { readonly control: Control }) {
  if (control.retired_at !== null) return <StatusBadge status="retired" />;
  return control.due === 'none' ? dash : <StatusBadge status={control.due} />;
}

export const columns = [
  text<Control>('name', 'Name', 'minmax(180px, 1.6fr)', (c) => c.name, { fixed: true, strong: true, sort: (c) => c.name.toLowerCase() }),
  status<Control>('kind', 'Kind', '104px', (c) => (c.hook === null ? 'control' : 'policy'), {
    sort: (c) => c.hook,
    narrow: 'none',
  }),
  text<Control>('due', 'Attestation', '124px', (c) => (c.retired_at === null ? c.due : 'retired'), {
    narrow: 'state',
    narrowCell: (c) => (c.retired_at === null && c.due === 'none' ? null : <DueBadge control={c} />),
    sort: (c) => c.due_on ?? NEVER,
    cell: (c) => <DueBadge control={c} />,
  }),
  day<Control>('due_on', 'Due by', (c) => c.due_on, {
    sort: (c) => c.due_on ?? NEVER,
    narrow: 'below',
    narrowCell: (c) => (
      <>
        due by <Day on={c.due_on ?? ''} />
      </>
    ),
  }),
  status<Control>('result', 'Last result', '110px', (c) => c.last_attestation?.status ?? null, { sort: true }),
  instant<Control>('attested', 'Last attested', (c) => c.last_attestation?.attested_at ?? null, {
    sort: true,
    absolute: true,
    width: '168px',
  }),
  seq<Control>('version', 'Version', '84px', (c) => c.version, { sort: true }),
  instant<Control>('registered', 'Changed', (c) => c.registered_at, { sort: true, absolute: true, width: '168px' }),
];
