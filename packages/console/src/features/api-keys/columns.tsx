import type { ApiKey } from '@countinghouse/contract/features/api-keys';
import type { Permission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { actions, badge, code, count, instant, status, text } from '../../ui/grid/columns.tsx';

const grantColor = { read: 'gray', propose: 'teal', post: 'blue', admin: 'grape' } as const;
export const makerOf = (key: ApiKey): string => key.user_email ?? key.user_id;

/** In whose name it acts. */
export const holderOf = (key: ApiKey): string => key.service_account?.name ?? makerOf(key);

interface Acts {
  /** null: a list to look at. */
  readonly revoke: Permission | null;
  readonly onRevoke: (id: string) => void;
}

const facts = [
  text<ApiKey>('name', 'Name', 'minmax(120px, 1.3fr)', (k) => k.name, {
    fixed: true,
    strong: true,
    titled: true,
    sort: (k) => k.name.toLowerCase(),
  }),
  status<ApiKey>('status', 'Status', '110px', (k) => k.status, { sort: true }),
  badge<ApiKey>('grant', 'Grant', '84px', (k) => k.grant, { sort: true, color: (k) => grantColor[k.grant] }),
  text<ApiKey>('holder', 'Acts as', 'minmax(130px, 1.1fr)', holderOf, {
    sort: true,
    cell: (k) => (
      <span title={k.service_account === null ? holderOf(k) : `${holderOf(k)}, service account; made by ${makerOf(k)}`}>
        {holderOf(k)}
        {k.service_account === null ? null : <span className="dimmed"> · Service account</span>}
      </span>
    ),
  }),
  code<ApiKey>('hint', 'Begins with', '92px', (k) => k.hint, { cell: (k) => <span className="mono">{k.hint}…</span> }),
  count<ApiKey>('rate', 'Calls a minute', '114px', (k) => k.rate_per_minute, {
    cell: (k) => k.rate_per_minute,
    empty: <span className="dimmed">no own limit</span>,
  }),
  instant<ApiKey>('used', 'Last used', (k) => k.last_used_at, { sort: true, empty: <span className="dimmed">never</span> }),
  instant<ApiKey>('expires', 'Expires', (k) => k.expires_at, { sort: true, descending: false, absolute: true }),
];

export const columnsFor = ({ revoke, onRevoke }: Acts) =>
  revoke === null
    ? facts
    : [
        ...facts,
        actions<ApiKey>('92px', (k) =>
          k.status === 'active' ? (
            <GuardedButton
              size="compact-xs"
              variant="subtle"
              color="red"
              permission={revoke}
              aria-label={`Revoke ${k.name}`}
              onClick={() => onRevoke(k.id)}
            >
              Revoke
            </GuardedButton>
          ) : null,
        ),
      ];
