import { type AccountDetail, accounts } from '@countinghouse/contract/features/accounts';
import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { usePartyNames } from '../../lib/calls/use-parties.ts';
import { paths } from '../../lib/screen/paths.ts';
import { usePostPermission } from '../../lib/session/use-entity.ts';
import { wordOfKind } from '../../lib/values/account/kind.ts';
import { Panel } from '../../ui/page/Panel.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { Hash } from '../../ui/value/Hash.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

const normalWord = { DR: 'Debit', CR: 'Credit' } as const;

interface AccountFactsProps {
  readonly account: AccountDetail;
  readonly onChange: () => void;
  readonly onChangeParty: () => void;
}

/** What an account is: where it belongs, whose it is, since when it is there. What may be changed has a pencil beside it. */
export function AccountFacts({ account, onChange, onChangeParty }: AccountFactsProps) {
  const { id, party_id, interestBucket, kind, currency, glCode, glTitle, entityCode, normalBalance, created_at } = account;
  const names = usePartyNames([party_id]);
  const { allowed } = usePostPermission(accounts.setParty, account.entityId);
  const changed = (what: string, value: ReactNode, onPress: () => void): ReactNode => (
    <>
      {value}
      {allowed ? (
        <ActionIcon variant="subtle" size="sm" ml={2} aria-label={what} onClick={onPress} className="no-print">
          <IconPencil size={13} />
        </ActionIcon>
      ) : null}
    </>
  );
  const gl = (
    <TextLink to={paths.glAccounts} search={{ q: glCode }}>
      {glCode} {glTitle}
    </TextLink>
  );
  const party =
    party_id === null ? (
      <span className="dimmed">No party</span>
    ) : (
      <TextLink to={paths.party} params={{ partyId: party_id }}>
        {names.get(party_id) ?? '…'}
      </TextLink>
    );
  return (
    <Panel title="Details">
      <Facts
        facts={[
          ['GL account', changed('Change title and GL account', gl, onChange)],
          ['Party', changed('Change party', party, onChangeParty)],
          ['Entity', entityCode ?? <span className="dimmed">No entity</span>],
          ['Kind', wordOfKind(kind)],
          ['Currency', currency],
          ['Normal side', normalWord[normalBalance]],
          [
            'Interest',
            interestBucket === null ? null : (
              <TextLink key="r" to={paths.accountInterest} params={{ accountId: id }}>
                {interestBucket}
              </TextLink>
            ),
          ],
          ['Opened', <Timestamp key="o" at={created_at} absolute />],
          ['Account id', <Hash key="i" value={id} what="account id" />],
        ]}
      />
    </Panel>
  );
}
