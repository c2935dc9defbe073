import { type AccountDetail, accounts } from '@countinghouse/contract/features/accounts';
import { ActionIcon, Badge, Group } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { usePartyNames } from '../../lib/calls/use-parties.ts';
import { paths } from '../../lib/screen/paths.ts';
import { usePostPermission } from '../../lib/session/use-entity.ts';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import classes from './AccountHead.module.css';

interface AccountHeadProps {
  readonly account: AccountDetail;
  readonly onChange: () => void;
  readonly onChangeParty: () => void;
}

/** What an account is, in one line: title, state, kind, where it belongs, what it is called elsewhere. */
export function AccountHead({ account, onChange, onChangeParty }: AccountHeadProps) {
  const {
    id,
    title,
    party_id,
    interestBucket,
    closed,
    kind,
    currency,
    glCode,
    glTitle,
    entityCode,
    externalRef,
    closed_at,
    closed_reason,
  } = account;
  const names = usePartyNames([party_id]);
  const mayChange = usePostPermission(accounts.setParty, account.entityId);
  return (
    <Group gap="6px 14px" className={classes['head'] ?? ''} mt={4}>
      <Group gap={6}>
        <StatusBadge status={closed ? 'closed' : 'active'} />
        <Badge color="gray">{currency}</Badge>
        <Badge color="gray">{kind}</Badge>
      </Group>
      {title === null ? null : <strong>{title}</strong>}
      <Group gap={2}>
        <span>
          GL{' '}
          <TextLink to={paths.glAccounts} search={{ q: glCode }}>
            {glCode} {glTitle}
          </TextLink>
        </span>
        {mayChange.allowed ? (
          <ActionIcon variant="subtle" size="sm" aria-label="Change title and GL account" onClick={onChange} className="no-print">
            <IconPencil size={13} />
          </ActionIcon>
        ) : null}
      </Group>
      {interestBucket === null ? null : (
        <span>
          Interest{' '}
          <TextLink to={paths.accountInterest} params={{ accountId: id }}>
            {interestBucket}
          </TextLink>
        </span>
      )}
      <span>{entityCode === null ? 'No entity' : `Entity ${entityCode}`}</span>
      <Group gap={2}>
        {party_id === null ? (
          'No party'
        ) : (
          <span>
            Party{' '}
            <TextLink to={paths.party} params={{ partyId: party_id }}>
              {names.get(party_id) ?? '…'}
            </TextLink>
          </span>
        )}
        {mayChange.allowed ? (
          <ActionIcon variant="subtle" size="sm" aria-label="Change party" onClick={onChangeParty} className="no-print">
            <IconPencil size={13} />
          </ActionIcon>
        ) : null}
      </Group>
      {externalRef === null ? null : (
        <span>
          Ref <span className="mono">{externalRef}</span>
        </span>
      )}
      {closed_at === null ? null : (
        <span>
          Closed <Timestamp at={closed_at} />
          {closed_reason === null ? null : `: ${closed_reason}`}
        </span>
      )}
    </Group>
  );
}
