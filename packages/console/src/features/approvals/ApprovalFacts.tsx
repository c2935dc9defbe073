import type { Approval } from '@countinghouse/contract/features/approvals';
import type { LedgerEvent } from '@countinghouse/contract/features/events';
import { parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { Alert, Text } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useCurrencies } from '../../lib/calls/use-lists.ts';
import { paths } from '../../lib/screen/paths.ts';
import { wordOfSubject } from '../../lib/values/approval-subject.ts';
import { minorUnitsIn } from '../../lib/values/money.ts';
import { Money } from '../../ui/money/Money.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { Actor } from '../../ui/value/Actor.tsx';
import { IntentLink } from '../../ui/value/IntentLink.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { Amounts } from './Amounts.tsx';
import { PayloadHash } from './PayloadHash.tsx';
import { wordOfReason } from './words.ts';

/** Says whom to invite where nobody but its maker could decide it. */
export function NobodyEligible({ approval }: { readonly approval: Approval }) {
  if (approval.status !== 'pending' || approval.eligible > 0) return null;
  return (
    <Alert color="orange" title="Nobody can decide this yet" icon={<IconUserPlus size={16} />}>
      Somebody else than its maker must. Invite a second owner under{' '}
      <TextLink to={paths.people} inText>
        People
      </TextLink>
      {approval.kind === 'intent' ? ', or make somebody an administrator of every entity it touches.' : '.'}
    </Alert>
  );
}

interface ApprovalFactsProps {
  readonly approval: Approval;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Of its story, the oldest first. */
  readonly events: readonly LedgerEvent[];
}

/** What the event that asked says beside the payload: the program's key, and the reason that the consent gives. */
type AskedBeside = { readonly api_key_id?: string; readonly request?: { readonly consent?: { readonly reference?: string } } };

export function ApprovalFacts({ approval, payload, events }: ApprovalFactsProps) {
  const asked: AskedBeside = events[0]?.payload ?? {};
  const reason = asked.request?.consent?.reference ?? '';
  const currencies = useCurrencies();
  const { held_for, amounts, status, intent_id, needed, approved } = approval;
  const { limit, amount, currency = '', rates = [] } = held_for;
  /** What the limit was held against, in the reporting currency; said where the amount is in another. */
  const weighed = amount === undefined ? [] : [{ currency, amount }];
  const isSaid = amounts.length === 1 && amounts[0]?.currency === currency;
  return (
    <Facts
      facts={[
        ['Status', <StatusBadge key="s" status={status} />],
        ['What', wordOfSubject(approval)],
        ['About', approval.summary],
        ['Why it waits', wordOfReason(held_for.code)],
        ['Amount', amounts.length === 0 ? null : <Amounts key="a" amounts={amounts} currencies={currencies} />],
        [`Amount in ${currency}`, weighed.length === 0 || isSaid ? null : <Amounts key="w" amounts={weighed} currencies={currencies} />],
        [
          'From this limit on',
          limit === undefined ? null : (
            <Money
              key="l"
              amountE8={parseBalanceE8(limit)}
              minorUnits={minorUnitsIn(currencies, currency)}
              currency={currency}
              showCurrency
            />
          ),
        ],
        ['At the rates', rates.map((r) => `1 ${r.currency} = ${r.rate} ${currency}`).join('; ')],
        ['Made by', approval.barred === 'SELF_APPROVAL' ? `${approval.maker} (you)` : approval.maker],
        ['Asked with', asked.api_key_id === undefined ? null : <Actor key="k" id={asked.api_key_id} what="API key id" />],
        [
          'Reason given',
          reason === '' ? null : (
            <Text key="r" size="sm" className="wrap">
              {reason}
            </Text>
          ),
        ],
        ['Created', <Timestamp key="c" at={approval.created_at} />],
        ['Intent', intent_id === null ? null : <IntentLink key="i" id={intent_id} />],
        ['Approvals', needed > 1 ? `${approved} of ${needed}` : null],
        ['Can decide', status === 'pending' ? `${approval.eligible} ${approval.eligible === 1 ? 'person' : 'persons'}` : null],
        ['Expires', status === 'pending' ? <Timestamp key="x" at={approval.expires_at} /> : null],
        [
          status === 'approved' ? 'Approved by' : 'Ended by',
          approval.decided_by === 'system' ? 'the system: it expired' : approval.decider,
        ],
        ['Decided', approval.decided_at === null ? null : <Timestamp key="t" at={approval.decided_at} />],
        ['Outcome', status === 'rejected' ? wordOfReason(approval.reason) : null],
        [
          'Comment',
          approval.comment === null || approval.comment === '' ? null : (
            <Text key="w" size="sm" className="wrap">
              {approval.comment}
            </Text>
          ),
        ],
        ['Payload hash', <PayloadHash key="h" payload={payload} hash={approval.payload_hash} />],
      ]}
    />
  );
}
