import { recon } from '@countinghouse/contract/features/recon';
import type { BankRow, OpenReconPosting } from '@countinghouse/contract/recon-shapes';
import { Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconPencilPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../lib/screen/paths.ts';
import { useWritePermission } from '../../../lib/session/use-tenant.ts';
import { Actor } from '../../../ui/value/Actor.tsx';
import { postingsInWords, rowsInWords } from '../parts/in-words.ts';
import { postingFor } from '../parts/posting-for.ts';
import { postingKey } from '../why/suggestion.ts';
import classes from './Match.module.css';
import { type OpenItem, OpenPane } from './OpenPane.tsx';

interface OpenPanesProps {
  readonly rows: readonly BankRow[];
  readonly postings: readonly OpenReconPosting[];
  readonly chosenRows: ReadonlySet<string>;
  readonly chosenPostings: ReadonlySet<string>;
  readonly onRow: (id: string) => void;
  readonly onPosting: (key: string) => void;
  /** The row or the posting that is looked at. */
  readonly open: string | undefined;
  readonly onOpen: (key: string | undefined) => void;
}

/** What nothing fits: at the bank, and in the books. What is chosen on both sides is matched by hand. */
export function OpenPanes({ rows, postings, chosenRows, chosenPostings, onRow, onPosting, open, onOpen }: OpenPanesProps) {
  const mayAct = useWritePermission(recon.match).allowed;
  const atBank = rows.map(
    (row): OpenItem => ({
      key: row.id,
      name: `Row of ${row.posted_on}, ${row.amount}`,
      day: row.posted_on,
      words: rowsInWords([row]),
      amount: row.amount,
      currency: row.currency,
      below:
        row.exception === null && !mayAct ? undefined : (
          <>
            {row.exception === null ? null : <ExceptionWords exception={row.exception} />}
            {mayAct ? <RowActs row={row} isOpen={row.id === open} onOpen={onOpen} /> : null}
          </>
        ),
    }),
  );
  const inBooks = postings.map(
    (posting): OpenItem => ({
      key: postingKey(posting),
      name: `Posting of ${posting.value_date}, ${posting.amount}`,
      day: posting.value_date,
      words: postingsInWords([posting]),
      amount: posting.amount,
      currency: posting.currency,
    }),
  );
  return (
    <div className={classes['panes']}>
      <OpenPane title="At the bank" items={atBank} chosen={chosenRows} mayChoose={mayAct} onChoose={onRow} open={open} onOpen={onOpen} />
      <OpenPane
        title="In the books"
        items={inBooks}
        chosen={chosenPostings}
        mayChoose={mayAct}
        onChoose={onPosting}
        open={open}
        onOpen={onOpen}
      />
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
