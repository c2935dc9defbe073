import type { AccountDetail } from '@countinghouse/contract/features/accounts';
import { Badge, Group } from '@mantine/core';
import { paths } from '../../lib/screen/paths.ts';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import classes from './AccountHead.module.css';

/** What an account is, in one line: state, kind, where it belongs, what it is called elsewhere. */
export function AccountHead({ account }: { readonly account: AccountDetail }) {
  const { id, interestBucket, closed, kind, currency, glCode, glTitle, entityCode, externalRef, closed_at, closed_reason } = account;
  return (
    <Group gap="6px 14px" className={classes['head'] ?? ''} mt={4}>
      <Group gap={6}>
        <StatusBadge status={closed ? 'closed' : 'active'} />
        <Badge color="gray">{currency}</Badge>
        <Badge color="gray">{kind}</Badge>
      </Group>
      <span>
        GL{' '}
        <TextLink to={paths.glAccounts} search={{ q: glCode }}>
          {glCode} {glTitle}
        </TextLink>
      </span>
      {interestBucket === null ? null : (
        <span>
          Interest{' '}
          <TextLink to={paths.accountInterest} params={{ accountId: id }}>
            {interestBucket}
          </TextLink>
        </span>
      )}
      <span>{entityCode === null ? 'No entity' : `Entity ${entityCode}`}</span>
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
