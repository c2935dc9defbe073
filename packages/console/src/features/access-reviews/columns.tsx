import type { Right, RightKind } from '@countinghouse/contract/features/access-reviews';
import { badge, instant, text } from '../../ui/grid/columns.tsx';

export const kindWord: Readonly<Record<RightKind, string>> = {
  organisation: 'Organisation',
  entity: 'Entity',
  api_key: 'API key',
  signing_key: 'Signing key',
};
const kindColor: Readonly<Record<RightKind, string>> = { organisation: 'grape', entity: 'blue', api_key: 'orange', signing_key: 'gray' };
const rightWord: Readonly<Record<string, string>> = {
  owner: 'Owner',
  member: 'Member',
  auditor: 'Auditor',
  entity_admin: 'Entity admin',
  entity_member: 'Entity member',
  chain: 'signs the log',
  intent: 'signs intents',
};
const serviceAccount = (name: string | null): string | null => (name === null ? null : `${name} (service account)`);
export const holderOf = (r: Right): string =>
  r.user_id === null ? 'The system' : (r.user_email ?? serviceAccount(r.service_account) ?? r.user_id);
export const wordOf = (r: Right): string => rightWord[r.right] ?? r.right;
const giverOf = (r: Right): string =>
  r.given_by_email ?? serviceAccount(r.given_by_service_account) ?? (r.given_by === 'system' ? 'The system' : r.given_by);

export const rightId = (r: Right): string => `${r.kind} ${r.object_id ?? ''} ${r.user_id ?? ''}`;

export const columns = [
  text<Right>('holder', 'Holder', 'minmax(170px, 1.4fr)', holderOf, { fixed: true, sort: true, strong: true, titled: true }),
  badge<Right>('kind', 'Kind', '122px', (r) => kindWord[r.kind], {
    narrow: 'none',
    sort: (r) => r.kind,
    color: (r) => kindColor[r.kind],
  }),
  text<Right>('right', 'Right', '168px', wordOf, {
    sort: true,
    cell: (r) => (
      <span>
        {wordOf(r)}
        {r.in_force ? null : <span className="dimmed"> · not in force</span>}
      </span>
    ),
  }),
  text<Right>('object', 'In or with', 'minmax(110px, 1fr)', (r) => r.object, {
    sort: true,
    titled: true,
    empty: null,
    cell: (r) => (
      <span title={r.networks.length === 0 ? r.object : `${r.object}, from ${r.networks.join(', ')}`}>
        {r.object}
        {r.networks.length === 0 ? null : <span className="dimmed"> · from {r.networks.join(', ')}</span>}
      </span>
    ),
  }),
  instant<Right>('since', 'Since', (r) => r.since, { sort: (r) => r.seq }),
  text<Right>('giver', 'Given by', 'minmax(130px, 1fr)', giverOf, { sort: true, titled: true }),
  instant<Right>('until', 'Until', (r) => r.until, { sort: true, absolute: true, descending: false, empty: null }),
];
