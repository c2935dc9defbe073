import { recon } from '@countinghouse/contract/features/recon';
import { Textarea } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { fieldFaultsOf } from '../../../lib/calls/api-error.ts';
import { useWrite } from '../../../lib/calls/use-write.ts';
import { useWritePermission } from '../../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../../ui/form/GuardedButton.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { touchedByRecon } from '../use-acts.ts';
import { importSentence } from './import-words.ts';
import { readRows } from './rows-text.ts';

const EXAMPLE = `[
  { "source": "Main bank", "posted_at": "2026-01-31", "account_code": "BANK-USD", "amount": "125.00", "currency": "USD" }
]`;

/** Rows as a JSON array: of banks that send no file, and of programs. */
export function JsonBox() {
  const permission = useWritePermission(recon.importRows);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const send = useWrite(recon.importRows, {
    input: (rows: readonly unknown[]) => ({ body: { rows: rows as never } }),
    said: ({ imported, duplicates }) => importSentence(imported, duplicates),
    touches: touchedByRecon,
    close: () => setText(''),
    failed: (error) => {
      const faults = [...fieldFaultsOf(error)].map(([path, message]) => `${path}: ${message}`);
      setFault(faults.length > 0 ? faults.join(' ') : error.message);
    },
    quiet: true,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const read = readRows(text);
    if ('fault' in read) setFault(read.fault);
    else send.mutate(read.rows);
  };
  return (
    <Panel title="Import rows as JSON">
      <form onSubmit={submit} noValidate>
        <Textarea
          label="Statement rows"
          description="A JSON array; positive is money in. Rows that are there already are counted and change nothing."
          placeholder={EXAMPLE}
          autosize
          minRows={6}
          maxRows={18}
          spellCheck={false}
          autoComplete="off"
          disabled={!permission.allowed}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontVariantLigatures: 'none' } }}
          value={text}
          error={fault}
          onChange={(event) => {
            setFault(null);
            setText(event.currentTarget.value);
          }}
        />
        <GuardedButton type="submit" mt="xs" permission={permission} loading={send.isPending} leftSection={<IconFileImport size={14} />}>
          Import rows
        </GuardedButton>
      </form>
    </Panel>
  );
}
