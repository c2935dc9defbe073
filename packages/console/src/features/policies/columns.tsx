import type { Policy } from '@countinghouse/contract/features/policies';
import { actor, code, count, instant, seq, status, text } from '../../ui/grid/columns.tsx';

export const columns = [
  text<Policy>('name', 'Name', 'minmax(230px, 1.6fr)', (p) => p.name, { fixed: true, strong: true, sort: (p) => p.name.toLowerCase() }),
  status<Policy>('state', 'State', '96px', (p) => (p.retired_at === null ? 'active' : 'retired'), { sort: (p) => p.retired_at }),
  code<Policy>('hook', 'Hook', '132px', (p) => p.hook, { sort: true }),
  code<Policy>('expr', 'Expression', 'minmax(190px, 1.6fr)', (p) => p.expr, { titled: true }),
  count<Policy>('cost', 'Cost', '92px', (p) => p.cost_units, { sort: true }),
  seq<Policy>('version', 'Version', '78px', (p) => p.version, { sort: true, descending: false }),
  instant<Policy>('changed', 'Changed', (p) => p.registered_at, { absolute: true, sort: (p) => p.seq }),
  actor<Policy>('by', 'By', 'minmax(140px, 0.6fr)', (p) => p.registered_by),
];
