import type { ServiceAccount } from '@countinghouse/contract/features/service-accounts';
import { entityRoleWord } from '../../lib/session/use-entity.ts';
import { roleColor, roleWord } from '../../lib/session/use-tenant.ts';
import type { GridColumn } from '../../ui/grid/column.ts';
import { actions, actor, badge, count, instant, status, text } from '../../ui/grid/columns.tsx';
import { type RowAct, RowMenu } from '../../ui/list/RowMenu.tsx';

export const entitiesOf = ({ entities }: ServiceAccount): string => entities.map((e) => `${e.code} (${entityRoleWord[e.role]})`).join(', ');

const facts = [
  text<ServiceAccount>('name', 'Name', 'minmax(150px, 1.3fr)', (s) => s.name, {
    fixed: true,
    strong: true,
    titled: true,
    sort: (s) => s.name.toLowerCase(),
  }),
  status<ServiceAccount>('status', 'Status', '124px', (s) => s.status, { sort: true }),
  badge<ServiceAccount>('role', 'Role', '96px', (s) => roleWord[s.role], { sort: (s) => s.role, color: (s) => roleColor[s.role] }),
  text<ServiceAccount>('entities', 'Entities', 'minmax(140px, 1fr)', entitiesOf, {
    titled: true,
    empty: <span className="dimmed">none</span>,
  }),
  count<ServiceAccount>('keys', 'API keys', '84px', (s) => s.live_keys, { sort: true }),
  instant<ServiceAccount>('used', 'Last used', (s) => s.last_used_at, { sort: true, empty: <span className="dimmed">never</span> }),
  actor<ServiceAccount>(
    'maker',
    'Made by',
    'minmax(120px, 0.8fr)',
    (s) => s.created_by,
    () => 'person id',
  ),
];

/** The columns of the list; what can be done with one that is in use, at the end of its row. */
export const columnsFor = (actsOf: (account: ServiceAccount) => readonly RowAct[]): readonly GridColumn<ServiceAccount>[] => [
  ...facts,
  actions<ServiceAccount>('76px', (s) => (s.status === 'active' ? <RowMenu of={s.name} acts={actsOf(s)} /> : null)),
];
