import { ACCOUNT_REFERENCES_MAX, accounts } from '@countinghouse/contract/features/accounts';
import { Button, Text, Textarea } from '@mantine/core';
import { IconClipboardText } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { errorMessageOf } from '../../../lib/calls/api-error.ts';
import { call } from '../../../lib/calls/client.ts';
import { useAct } from '../../../lib/calls/use-write.ts';
import { FormModal } from '../../../ui/form/FormModal.tsx';
import type { DraftRow } from '../post/draft.ts';
import { linesOf, namesIn, rowsFrom } from '../post/paste.ts';
import classes from './RowsEditor.module.css';

/** Makes rows of what was copied from a spreadsheet; nothing is taken over while a line has a fault. */
export function PasteRows({ onRows }: { readonly onRows: (rows: readonly DraftRow[]) => void }) {
  const [opened, setOpened] = useState(false);
  const [pasted, setPasted] = useState('');
  const [faults, setFaults] = useState<readonly string[]>([]);
  const read = useAct(
    async () => {
      const lines = linesOf(pasted);
      if (lines.length === 0)
        throw new Error('Copy the cells of a spreadsheet: debit account, credit account, amount, narrative, value date.');
      const references = [...namesIn(lines)];
      if (references.length > ACCOUNT_REFERENCES_MAX) throw new Error(`Use at most ${ACCOUNT_REFERENCES_MAX} different accounts.`);
      const named = await call(accounts.list, { body: { limit: ACCOUNT_REFERENCES_MAX, references } });
      return rowsFrom(lines, named.accounts);
    },
    {
      quiet: true,
      done: ({ rows, faults: found }) => {
        setFaults(found);
        if (found.length > 0) return;
        onRows(rows);
        setPasted('');
        setOpened(false);
      },
      failed: (error) => setFaults([errorMessageOf(error)]),
    },
  );
  return (
    <>
      <Button variant="subtle" leftSection={<IconClipboardText size={14} />} onClick={() => setOpened(true)}>
        Paste rows
      </Button>
      <FormModal
        opened={opened}
        title="Paste rows"
        submitLabel="Use rows"
        size={640}
        busy={read.isPending}
        onClose={() => setOpened(false)}
        onSubmit={(event: FormEvent) => {
          // The dialog lies in the form that posts.
          event.preventDefault();
          event.stopPropagation();
          read.mutate();
        }}
      >
        <Text size="sm">
          Copy cells from a spreadsheet: debit account, credit account, amount, and where you wish narrative and value date. They take the
          place of the rows that are written.
        </Text>
        <Textarea
          label="Cells"
          data-autofocus
          autosize
          minRows={6}
          maxRows={14}
          className="mono-input"
          value={pasted}
          onChange={(event) => {
            setFaults([]);
            setPasted(event.currentTarget.value);
          }}
        />
        {faults.length === 0 ? null : (
          <ul className={classes['faults']} role="alert">
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        )}
      </FormModal>
    </>
  );
}
