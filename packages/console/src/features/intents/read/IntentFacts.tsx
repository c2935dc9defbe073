import type { IntentView } from '@countinghouse/contract/features/intents';
import { messageOf } from '@countinghouse/contract/messages';
import { Alert, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { paths } from '../../../lib/screen/paths.ts';
import { type IntentPayload, payloadOf, reasonOf, requestOf } from '../../../lib/values/intent/payload.ts';
import { showDay } from '../../../lib/values/time.ts';
import { wordOfUseCase } from '../../../lib/values/use-case.ts';
import { Facts } from '../../../ui/table/Facts.tsx';
import { Actor } from '../../../ui/value/Actor.tsx';
import { Hash } from '../../../ui/value/Hash.tsx';
import { IntentLink } from '../../../ui/value/IntentLink.tsx';
import { StatusBadge } from '../../../ui/value/StatusBadge.tsx';
import { sentenceCase } from '../../../ui/value/status.ts';
import { TextLink } from '../../../ui/value/TextLink.tsx';
import { Timestamp } from '../../../ui/value/Timestamp.tsx';
import { AskedAgain, RepeatsBadge } from './RepeatsBadge.tsx';

/** What the latest event of an intent says of it. */
export const payloadOfIntent = (intent: IntentView): IntentPayload | undefined =>
  intent.events.map(payloadOf).findLast((payload) => payload.use_case !== undefined);

/** The policy that refused, and why it had no answer. */
function policyNamed(reason: unknown): string {
  const { name, why } = (reason ?? {}) as { readonly name?: string; readonly why?: string };
  return name === undefined ? '' : `“${name}”${why === undefined ? '' : ` (${why})`}: `;
}

/** Why an intent was refused: the code and what to do next. */
export function IntentReason({ intent }: { readonly intent: IntentView }) {
  const reason = intent.events.map((e) => reasonOf(payloadOf(e))).find((code) => code !== '') ?? intent.receipt.error ?? '';
  if (reason === '') return null;
  const policy = reason === 'POLICY_REJECTED' ? policyNamed(payloadOfIntent(intent)?.reason) : '';
  return (
    <Alert color="red" title={reason}>
      {policy}
      {messageOf(reason)}
    </Alert>
  );
}

/** The state of an intent and, where it has to do with one, of its hold. */
export function IntentBadges({ intent }: { readonly intent: IntentView }) {
  const placed = intent.hold !== null && intent.hold.intent_id === intent.intent_id;
  return (
    <Group gap={4} component="span">
      <StatusBadge status={intent.status} />
      <RepeatsBadge repeats={intent.repeats} />
      {placed && intent.hold !== null ? <StatusBadge status={intent.hold.status} /> : null}
    </Group>
  );
}

/** The intents it is linked with, both ways. */
function linksOf({ intent_id, hold, reverses, reversed_by }: IntentView): readonly (readonly [string, ReactNode])[] {
  const link = (id: string | null): ReactNode => (id === null ? null : <IntentLink key={id} id={id} />);
  const own = hold?.intent_id === intent_id;
  return [
    ['Reverses', link(reverses)],
    ['Reversed by', link(reversed_by)],
    ['Hold placed by', hold === null || own ? null : link(hold.intent_id)],
    [
      'Captured by',
      hold === null || !own || hold.captured_by.length === 0 ? null : (
        <Group key="c" gap="xs">
          {hold.captured_by.map(link)}
        </Group>
      ),
    ],
    ['Voided by', hold?.status === 'voided' && own ? link(hold.closed_by) : null],
    ['Held until', hold === null || !own ? null : <Timestamp key="u" at={hold.expires_at} />],
  ];
}

/** Where the interest of an account is explained. */
const interestLink = (accountId: string | undefined): ReactNode =>
  accountId === undefined ? null : (
    <TextLink to={paths.accountInterest} params={{ accountId }}>
      How it was calculated
    </TextLink>
  );

export function IntentFacts({ intent }: { readonly intent: IntentView }) {
  const payload = payloadOfIntent(intent);
  const consent = payload === undefined ? undefined : requestOf(payload).consent;
  const narratives = [...new Set(intent.postings.map((p) => p.narrative).filter((n) => n !== ''))];
  return (
    <Facts
      facts={[
        ['Status', <IntentBadges key="s" intent={intent} />],
        ['Intent id', <Hash key="i" value={intent.intent_id} what="intent id" whole />],
        ['Use case', wordOfUseCase(intent.use_case)],
        [
          'Approval',
          intent.approval === null ? null : (
            <TextLink key="p" to={paths.approval} params={{ approvalId: intent.approval.id }}>
              {sentenceCase(intent.approval.status)}
            </TextLink>
          ),
        ],
        ...linksOf(intent),
        ['Interest', interestLink(payload?.interest?.account_id)],
        ['Value date', showDay(intent.value_date)],
        ['Narrative', narratives.join('; ')],
        ['Actor', <Actor key="a" id={intent.actor_id} />],
        ['Created', <Timestamp key="c" at={intent.created_at} />],
        ['Asked again', intent.repeats === null ? null : <AskedAgain key="r" repeats={intent.repeats} />],
        ['FX snapshot', payload?.snapshot_ids?.fx ? <Hash key="f" value={payload.snapshot_ids.fx} what="FX snapshot id" /> : null],
        ['Consent', consent === undefined ? null : `${consent.scope.join(', ')}${consent.reference ? ` · ${consent.reference}` : ''}`],
        ['Consent until', consent?.expires_at === undefined ? null : <Timestamp key="x" at={consent.expires_at} />],
        ['Evidence', payload?.evidence_ref],
      ]}
    />
  );
}

/** What names its event in the chain. */
export function IntentHashes({ intent }: { readonly intent: IntentView }) {
  const fingerprint = payloadOfIntent(intent)?.fingerprint;
  return (
    <Facts
      facts={[
        ['Event id', <Hash key="e" value={intent.receipt.eventId} what="event id" whole />],
        ['Event hash', <Hash key="h" value={intent.receipt.eventHash} what="event hash" whole />],
        ['Fingerprint', fingerprint === undefined ? null : <Hash key="p" value={fingerprint} what="fingerprint" whole />],
      ]}
    />
  );
}
