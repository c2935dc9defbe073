import type { SigningKey } from '@countinghouse/contract/features/signing-keys';
import { Badge, Group } from '@mantine/core';
import type { Permission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { actions, badge, code, id, instant, status, text } from '../../ui/grid/columns.tsx';

export const purposeWord = { chain: 'Chain', intent: 'Intents' } as const;
export const holderOf = (key: SigningKey): string => (key.purpose === 'chain' ? 'The system' : (key.user_email ?? key.user_id ?? ''));

interface Acts {
  /** Of the key that this browser holds. */
  readonly ownKid: string | null;
  /** null: a list to look at. */
  readonly revoke: Permission | null;
  readonly onRevoke: (kid: string) => void;
}

const revokeColumn = (revoke: Permission, onRevoke: Acts['onRevoke']) =>
  actions<SigningKey>('100px', (k) =>
    k.active ? (
      <GuardedButton
        size="compact-xs"
        variant="subtle"
        color="red"
        permission={revoke}
        aria-label={`Revoke ${k.label}`}
        onClick={() => onRevoke(k.kid)}
      >
        Revoke
      </GuardedButton>
    ) : null,
  );

export const columnsFor = ({ ownKid, revoke, onRevoke }: Acts) => [
  text<SigningKey>('label', 'Label', 'minmax(150px, 1.3fr)', (k) => k.label, {
    fixed: true,
    sort: (k) => k.label.toLowerCase(),
    cell: (k) => (
      <Group gap={6} wrap="nowrap" title={k.label}>
        <strong>{k.label}</strong>
        {k.kid === ownKid ? (
          <Badge color="blue" flex="none">
            this browser
          </Badge>
        ) : null}
      </Group>
    ),
  }),
  status<SigningKey>('status', 'Status', '126px', (k) => k.status, { sort: true }),
  badge<SigningKey>('purpose', 'Signs', '92px', (k) => purposeWord[k.purpose], {
    sort: (k) => k.purpose,
    color: (k) => (k.purpose === 'chain' ? 'grape' : 'gray'),
    file: (k) => k.purpose,
  }),
  text<SigningKey>('holder', 'Held by', 'minmax(120px, 1fr)', holderOf, { sort: true, titled: true }),
  code<SigningKey>('algorithm', 'Algorithm', '92px', (k) => k.algorithm, { narrow: 'none' }),
  id<SigningKey>('kid', 'Key id', '168px', (k) => k.kid, 'key id'),
  instant<SigningKey>('created', 'Created', (k) => k.created_at, { sort: true }),
  ...(revoke === null ? [] : [revokeColumn(revoke, onRevoke)]),
];
