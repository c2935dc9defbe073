import { recon } from '@countinghouse/contract/features/recon';
import type { BankRow } from '@countinghouse/contract/recon-shapes';
import { Text } from '@mantine/core';
import { paths } from '../../../lib/screen/paths.ts';
import { useWritePermission } from '../../../lib/session/use-tenant.ts';
import { showCount } from '../../../lib/values/numbers.ts';
import { GuardedButton } from '../../../ui/form/GuardedButton.tsx';
import { Facts } from '../../../ui/table/Facts.tsx';
import { Actor } from '../../../ui/value/Actor.tsx';
import { sentenceCase } from '../../../ui/value/status.ts';
import { TextLink } from '../../../ui/value/TextLink.tsx';
import { Timestamp } from '../../../ui/value/Timestamp.tsx';
import { ruleWords } from '../parts/rule-words.ts';
import { useUnmatch } from '../use-acts.ts';
import classes from './Why.module.css';

type Told = NonNullable<BankRow['match']>;

/** Why a match was made, in a sentence. */
export const reasonOf = ({ reason }: Pick<Told, 'reason'>): string => (reason === '' ? 'Matched by hand.' : reason);

interface MadeProps {
  readonly match: Told;
  readonly onUndone?: () => void;
}

/** By which rule a match was made, by whom and when; and the way back. */
export function Made({ match, onUndone }: MadeProps) {
  const { rule, score, matched_by, matched_at, seq } = match;
  const permission = useWritePermission(recon.unmatch);
  const unmatch = useUnmatch(onUndone);
  return (
    <>
      <section aria-label="How it was matched" className={classes['part']}>
        <Facts
          facts={[
            ['Matched', `${sentenceCase(ruleWords[rule])}${score === null ? '' : `, score ${score} of 100`}`],
            ['By', <Actor key="b" id={matched_by} initials />],
            ['When', <Timestamp key="w" at={matched_at} />],
            [
              'Event',
              <TextLink key="e" to={paths.events} search={{ open: String(seq) }}>
                {showCount(seq)}
              </TextLink>,
            ],
          ]}
        />
      </section>
      <div className={classes['decide']}>
        <Text size="xs" c="dimmed">
          Undone, both sides are open again.
        </Text>
        <GuardedButton variant="default" permission={permission} loading={unmatch.isPending} onClick={() => unmatch.mutate(match.id)}>
          Undo this match
        </GuardedButton>
      </div>
    </>
  );
}
