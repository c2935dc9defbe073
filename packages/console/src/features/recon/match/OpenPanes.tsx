import type { BankRow, OpenReconPosting } from '@countinghouse/contract/recon-shapes';
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconPencilPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../../lib/screen/paths.ts';
import { showDay } from '../../../lib/values/time.ts';
import { Actor } from '../../../ui/value/Actor.tsx';
import { Amount } from '../parts/Amount.tsx';
import { PostingWords } from '../parts/PostingWords.tsx';
import { postingFor } from '../parts/posting-for.ts';
import { RowWords } from '../parts/RowWords.tsx';
import { postingKey } from '../why/suggestion.ts';
import classes from './Match.module.css';

interface OpenPanesProps {
  readonly rows: readonly BankRow[];
  readonly postings: readonly OpenReconPosting[];
  readonly chosenRows: ReadonlySet<string>;
  readonly chosenPostings: ReadonlySet<string>;
  readonly onRow: (id: string) => void;
  readonly onPosting: (key: string) => void;
  /** The row that is looked at. */
  readonly openRow: string | undefined;
  readonly onOpen: (rowId: string | undefined) => void;
}

/** What nothing fits: at the bank, and in the books. What is chosen on both sides is matched by hand. */
export function OpenPanes({ rows, postings, chosenRows, chosenPostings, onRow, onPosting, openRow, onOpen }: OpenPanesProps) {
  return (
    <div className={classes['panes']}>
      <Pane title="At the bank" isEmpty={rows.length === 0}>
        {rows.map((row) => (
          <li key={row.id} className={classes['item']} data-chosen={chosenRows.has(row.id) || row.id === openRow || undefined}>
            <Checkbox
              size="xs"
              aria-label={`Row of ${row.posted_on}, ${row.amount}`}
              checked={chosenRows.has(row.id)}
              onChange={() => onRow(row.id)}
            />
            <span className={classes['day']} title={row.posted_at}>
              {showDay(row.posted_on)}
            </span>
            <RowWords row={row} />
            <Amount amount={row.amount} currency={row.currency} plus />
            <div className={classes['acts']}>
              {row.exception === null ? null : <ExceptionWords exception={row.exception} />}
              <RowActs row={row} isOpen={row.id === openRow} onOpen={onOpen} />
            </div>
          </li>
        ))}
      </Pane>
      <Pane title="In the books" isEmpty={postings.length === 0}>
        {postings.map((posting) => {
          const key = postingKey(posting);
          return (
            <li key={key} className={classes['item']} data-chosen={chosenPostings.has(key) || undefined}>
              <Checkbox
                size="xs"
                aria-label={`Posting of ${posting.value_date}, ${posting.amount}`}
                checked={chosenPostings.has(key)}
                onChange={() => onPosting(key)}
              />
              <span className={classes['day']}>{showDay(posting.value_date)}</span>
              <PostingWords posting={posting} />
              <Amount amount={posting.amount} currency={posting.currency} plus />
            </li>
          );
        })}
      </Pane>
    </div>
  );
}

/** Why a row is open, and who looks into it. */
const ExceptionWords = ({ exception }: { readonly exception: NonNullable<BankRow['exception']> }) => (
  <p className={classes['exception']}>
    <IconAlertTriangle size={13} aria-hidden />
    <span>
      Exception: {exception.note}
      {exception.owner_id === null ? null : (
        <>
          {' '}
          <Actor id={exception.owner_id} /> looks into it.
        </>
      )}
    </span>
  </p>
);

/** What becomes of a row that the books do not know. */
function RowActs({ row, isOpen, onOpen }: { readonly row: BankRow; readonly isOpen: boolean } & Pick<OpenPanesProps, 'onOpen'>) {
  return (
    <Group gap={6}>
      <Button
        size="compact-xs"
        variant="light"
        leftSection={<IconPencilPlus size={13} />}
        renderRoot={(props) => <Link {...props} to={paths.postIntent} search={postingFor(row) as never} />}
      >
        Create posting
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconAlertTriangle size={13} />}
        aria-expanded={isOpen}
        onClick={() => onOpen(isOpen ? undefined : row.id)}
      >
        Exception
      </Button>
    </Group>
  );
}

const Pane = ({ title, isEmpty, children }: { readonly title: string; readonly isEmpty: boolean; readonly children: ReactNode }) => (
  <section aria-label={title} className={classes['pane']}>
    <h3 className={classes['paneTitle']}>{title}</h3>
    {isEmpty ? (
      <Text size="sm" c="dimmed" p="sm">
        Nothing else is open.
      </Text>
    ) : (
      <ul className={classes['items']}>{children}</ul>
    )}
  </section>
);
