import type { Certainty } from '@countinghouse/contract/recon-shapes';
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CertaintyBadge } from './CertaintyBadge.tsx';
import { Compared } from './Compared.tsx';
import { PostingPart, RowPart } from './Origins.tsx';
import { type Paired, postingKey, sharedWordOf } from './suggestion.ts';
import { useBooksWho } from './use-books-who.ts';

interface BothSidesProps {
  readonly of: Paired;
  /** Where it is only suggested. */
  readonly certainty?: Certainty;
  readonly reason: ReactNode;
}

/** Why rows and postings belong together, field by field, and both as they came. */
export function BothSides({ of, certainty, reason }: BothSidesProps) {
  const { rows, postings } = of;
  const word = sharedWordOf(of);
  const who = useBooksWho(postings);
  return (
    <>
      <div>
        <Group gap={8} wrap="nowrap" align="baseline">
          {certainty === undefined ? null : <CertaintyBadge certainty={certainty} />}
          <Text size="xs" c="dimmed">
            {certainty === 'exact' ? 'nothing else within 1 day has this amount' : reason}
          </Text>
        </Group>
        <Compared of={of} word={word} who={who.map((w) => w.name)} />
      </div>
      {rows.map((row) => (
        <RowPart key={row.id} row={row} word={word} isOne={rows.length === 1} />
      ))}
      {postings.map((posting) => (
        <PostingPart
          key={postingKey(posting)}
          posting={posting}
          account={rows[0]?.account_code ?? ''}
          word={word}
          party={who.find((w) => w.accountId === posting.counterparty.id)}
          isOne={postings.length === 1}
        />
      ))}
    </>
  );
}
