import type { ApiKey } from '@countinghouse/contract/features/api-keys';
import { sayNetworks } from '../../lib/values/text/networks.ts';
import { actions, badge, code, count, instant, status, text } from '../../ui/grid/columns.tsx';
import { type RowAct, RowMenu } from '../../ui/list/RowMenu.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

const grantColor = { read: 'gray', propose: 'teal', post: 'blue', admin: 'grape' } as const;
export const makerOf = (key: ApiKey): string => key.user_email ?? key.user_id;

/** In whose name it acts. */
export const holderOf = (key: ApiKey): string => key.service_account?.name ?? makerOf(key);

const facts = [
  text<ApiKey>('name', 'Name', 'minmax(120px, 1.3fr)', (k) => k.name, {
    fixed: true,
    strong: true,
    titled: true,
    sort: (k) => k.name.toLowerCase(),
  }),
  status<ApiKey>('status', 'Status', '96px', (k) => k.status, { sort: true }),
  badge<ApiKey>('grant', 'Grant', '84px', (k) => k.grant, { sort: true, color: (k) => grantColor[k.grant] }),
  text<ApiKey>('holder', 'Acts as', 'minmax(126px, 1.1fr)', holderOf, {
    sort: true,
    cell: (k) => (
      <span title={k.service_account === null ? holderOf(k) : `${holderOf(k)}, service account; made by ${makerOf(k)}`}>
        {holderOf(k)}
        {k.service_account === null ? null : <span className="dimmed"> · Service account</span>}
      </span>
    ),
  }),
  code<ApiKey>('hint', 'Secret', 'minmax(134px, 1fr)', (k) => k.hint, {
    cell: (k) => (
      <span>
        <span className="mono">{k.hint}…</span>
        {k.old_secret === null ? null : (
          <span className="dimmed" title={`The old secret was last used ${k.old_secret.last_used_at ?? 'never'}`}>
            {' '}
            old <span className="mono">{k.old_secret.hint}…</span> until <Timestamp at={k.old_secret.ends_at} absolute />
          </span>
        )}
      </span>
    ),
  }),
  text<ApiKey>('from', 'Used from', 'minmax(110px, 1fr)', (k) => sayNetworks(k.allow_list), {
    cell: (k) =>
      k.allow_list.length === 0 ? (
        <span className="dimmed">everywhere</span>
      ) : (
        <span title={k.allow_list.map(({ network }) => network).join(', ')}>{sayNetworks(k.allow_list)}</span>
      ),
  }),
  count<ApiKey>('rate', 'Calls a minute', '114px', (k) => k.rate_per_minute, {
    hidden: true,
    cell: (k) => k.rate_per_minute,
    empty: <span className="dimmed">no own limit</span>,
  }),
  instant<ApiKey>('used', 'Last used', (k) => k.last_used_at, { sort: true, empty: <span className="dimmed">never</span> }),
  instant<ApiKey>('expires', 'Expires', (k) => k.expires_at, { sort: true, descending: false, absolute: true }),
];

/** The columns of the list; what can be done with a key that is in use, at the end of its row. null: a list to look at. */
export const columnsFor = (actsOf: ((key: ApiKey) => readonly RowAct[]) | null) =>
  actsOf === null
    ? facts
    : [...facts, actions<ApiKey>('76px', (k) => (k.status === 'active' ? <RowMenu of={k.name} acts={actsOf(k)} /> : null))];
