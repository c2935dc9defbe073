import { Accordion, Paper, Text } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { paths } from '../../lib/screen/paths.ts';
import { useTimeZone } from '../../lib/screen/preferences.ts';
import { useActiveTenant } from '../../lib/session/use-tenant.ts';
import { showCount } from '../../lib/values/numbers.ts';
import { showInstant } from '../../lib/values/time.ts';
import { Columns } from '../../ui/page/Columns.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { CopyButton } from '../../ui/value/CopyButton.tsx';
import { EventTypeBadge } from '../../ui/value/EventTypeBadge.tsx';
import { Hash } from '../../ui/value/Hash.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { Verdict } from '../../ui/value/verdict/Verdict.tsx';
import { type Answer, openOf, sentenceOf, stepsOf, verdictIs } from './answer.ts';
import { holderOf } from './holder.ts';
import classes from './ProofAnswer.module.css';

/** The verdict on an event in one sentence, with what it rests on and what it leaves open; hashes fold open. */
export function ProofAnswer({ answer }: { readonly answer: Answer }) {
  const open = openOf(answer);
  const main = (
    <>
      <Paper component="section" aria-label="Verdict">
        <div className={classes['head']}>
          <Sentence answer={answer} large />
        </div>
        {answer.verdict === 'refused' ? null : <Grounds answer={answer} />}
      </Paper>
      <Steps answer={answer} />
      <Details answer={answer} />
    </>
  );
  if (open.length === 0) return main;
  const side = (
    <Panel title="What this does not show" flush>
      <ul className={classes['list']}>
        {open.map(({ what, why }) => (
          <li key={what}>
            <TwoLines what={what} how={why} />
          </li>
        ))}
      </ul>
    </Panel>
  );
  return <Columns main={main} side={side} />;
}

/** The word and the sentence alone, to copy. */
export function Sentence({ answer, large = false }: { readonly answer: Answer; readonly large?: boolean }) {
  const [zone] = useTimeZone();
  const sentence = sentenceOf(answer, useActiveTenant()?.name ?? 'this organisation', (at) => showInstant(at, zone, ''));
  return (
    <Verdict is={verdictIs(answer.verdict)} large={large}>
      {sentence}
      <Text size="xs" c="dimmed" component="div" className={classes['checked']}>
        {answer.verdict === 'proven' ? 'Checked in this browser, without trust in the server' : 'Checked in this browser'}
        <CopyButton value={sentence} what="the sentence" />
      </Text>
    </Verdict>
  );
}

function TwoLines({ what, how }: { readonly what: string; readonly how: string }) {
  return (
    <div>
      <Text size="sm" fw={500}>
        {what}
      </Text>
      <Text size="xs" c="dimmed">
        {how}
      </Text>
    </div>
  );
}

function Ground({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={classes['ground']}>
      <Text size="xs" c="dimmed" fw={600}>
        {title}
      </Text>
      {children}
    </div>
  );
}

/** What a proof that holds rests on: of one that is refused nothing of it is known. */
function Grounds({ answer: { proof, event, verdict, pinned } }: { readonly answer: Answer }) {
  const { anchor } = proof;
  return (
    <div className={classes['grounds']}>
      <Ground title="Against which key">
        <Text size="sm" fw={500}>
          {verdict === 'proven' ? 'The key you pinned' : anchor === null ? 'None yet' : 'A key that came with the ledger'}
        </Text>
        {anchor === null ? null : <Hash value={pinned ?? anchor.kid} what="thumbprint" />}
      </Ground>
      <Ground title="Witnessed by">
        {anchor === null || anchor.cosignatures.length === 0 ? (
          <Text size="sm" fw={500}>
            {anchor?.time_stamp == null ? 'Nobody outside' : 'An authority that time-stamps'}
          </Text>
        ) : (
          anchor.cosignatures.map(({ name, at }) => (
            <Text size="sm" key={name} component="div">
              {name} <Timestamp at={at} absolute />
            </Text>
          ))
        )}
      </Ground>
      <Ground title="What was recorded">
        {event === null ? null : (
          <>
            <TextLink to={paths.events} search={{ open: String(event.seq) }}>
              Event {showCount(event.seq)}
            </TextLink>
            <span>
              <EventTypeBadge type={event.event_type} />
            </span>
            <Timestamp at={event.event_ts} absolute />
          </>
        )}
      </Ground>
    </div>
  );
}

function Steps({ answer }: { readonly answer: Answer }) {
  const steps = stepsOf(answer);
  if (steps.length === 0) return null;
  return (
    <Panel title="What was checked" flush>
      <ul className={classes['list']}>
        {steps.map(({ holds, what, how }) => (
          <li key={what}>
            {holds === null ? <IconMinus size={16} aria-hidden /> : <IconCheck size={16} color="var(--good)" aria-hidden />}
            <TwoLines what={what} how={how} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Details({ answer: { proof } }: { readonly answer: Answer }) {
  const { anchor } = proof;
  return (
    <Accordion variant="contained" chevronPosition="left">
      <Accordion.Item value="details">
        <Accordion.Control>
          <Text size="sm" component="span">
            Details, for whoever checks by hand
          </Text>
        </Accordion.Control>
        <Accordion.Panel>
          <Facts
            facts={[
              ['Event hash', <Hash key="h" value={proof.event_hash} what="event hash" whole />],
              ['Leaf', <Hash key="l" value={proof.leaf_hash} what="leaf hash" whole />],
              ['Root', <Hash key="r" value={proof.root_hash} what="root" whole />],
              ['Anchor', anchor === null ? 'None covers it yet' : `Events 1 to ${anchor.to_seq}, ${holderOf(anchor)}`],
              ['Signed by', anchor === null ? null : <Hash key="k" value={anchor.kid} what="thumbprint" whole />],
              ['Hashes in the path', proof.path.length],
            ]}
          />
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
