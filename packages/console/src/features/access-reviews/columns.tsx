import type { Right, RightKind } from '@countinghouse/contract/features/access-reviews';
import { Badge } from '@mantine/core';
import { compareText, type GridColumn, TIME_WIDTH } from '../../ui/grid/column.ts';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

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
export const holderOf = (r: Right): string => (r.user_id === null ? 'The house' : (r.user_email ?? r.user_id));
export const wordOf = (r: Right): string => rightWord[r.right] ?? r.right;
const giverOf = (r: Right): string => r.given_by_email ?? (r.given_by === 'system' ? 'The house' : r.given_by);

export const rightId = (r: Right): string => `${r.kind} ${r.object_id ?? ''} ${r.user_id ?? ''}`;

export const columns: readonly GridColumn<Right>[] = [
  {
    id: 'holder',
    header: 'Holder',
    width: 'minmax(170px, 1.4fr)',
    fixed: true,
    compare: (a, b) => compareText(holderOf(a), holderOf(b)),
    text: holderOf,
    cell: (r) => <strong title={holderOf(r)}>{holderOf(r)}</strong>,
  },
  {
    id: 'kind',
    header: 'Kind',
    width: '122px',
    compare: (a, b) => compareText(a.kind, b.kind),
    text: (r) => kindWord[r.kind],
    cell: (r) => <Badge color={kindColor[r.kind]}>{kindWord[r.kind]}</Badge>,
  },
  {
    id: 'right',
    header: 'Right',
    width: '168px',
    compare: (a, b) => compareText(wordOf(a), wordOf(b)),
    text: wordOf,
    cell: (r) => (
      <span>
        {wordOf(r)}
        {r.in_force ? null : <span className="dimmed"> · not in force</span>}
      </span>
    ),
  },
  {
    id: 'object',
    header: 'In or with',
    width: 'minmax(110px, 1fr)',
    compare: (a, b) => compareText(a.object, b.object),
    text: (r) => r.object,
    cell: (r) => <span title={r.object}>{r.object}</span>,
  },
  {
    id: 'since',
    header: 'Since',
    width: TIME_WIDTH,
    descendingFirst: true,
    compare: (a, b) => a.seq - b.seq,
    text: (r) => r.since,
    cell: (r) => <Timestamp at={r.since} />,
  },
  {
    id: 'giver',
    header: 'Given by',
    width: 'minmax(130px, 1fr)',
    compare: (a, b) => compareText(giverOf(a), giverOf(b)),
    text: giverOf,
    cell: (r) => <span title={giverOf(r)}>{giverOf(r)}</span>,
  },
  {
    id: 'until',
    header: 'Until',
    width: '176px',
    compare: (a, b) => compareText(a.until ?? '', b.until ?? ''),
    text: (r) => r.until ?? '',
    cell: (r) => (r.until === null ? null : <Timestamp at={r.until} absolute />),
  },
];
