import { type BankFileEncoding, leftOutWords, RECON_FILE_BYTES_MAX } from '@countinghouse/contract/bank-files';
import { recon } from '@countinghouse/contract/features/recon';
import { continuityWords } from '@countinghouse/contract/statement-continuity';
import { FileInput, Select } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { fieldFaultsOf } from '../../../lib/calls/api-error.ts';
import { q } from '../../../lib/calls/query.ts';
import { useCurrencies } from '../../../lib/calls/use-lists.ts';
import { useWrite } from '../../../lib/calls/use-write.ts';
import { useWritePermission } from '../../../lib/session/use-tenant.ts';
import { showBytes } from '../../../lib/values/bytes.ts';
import { minorUnitsIn, readAmountE8, showAmountE8 } from '../../../lib/values/money.ts';
import { showDay } from '../../../lib/values/time.ts';
import { AccountPicker } from '../../../ui/form/AccountPicker.tsx';
import { GuardedButton } from '../../../ui/form/GuardedButton.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { TextLink } from '../../../ui/value/TextLink.tsx';
import classes from '../Recon.module.css';
import { count, touchedByRecon } from '../use-acts.ts';
import { ContinuityAlert } from './ContinuityAlert.tsx';
import { asksForColumns, encodings, formatNames, importSentence, whyRefused } from './import-words.ts';

/** A bank's own file, as it came. Source and account are for files that do not say enough by themselves. */
export function FileBox() {
  const permission = useWritePermission(recon.importFile);
  const currencies = useCurrencies();
  const showMoney = (amount: string, currency: string): string =>
    `${showAmountE8(readAmountE8(amount), minorUnitsIn(currencies, currency))} ${currency}`;
  const sources = useQuery(q(recon.sources)).data?.sources ?? [];
  const [file, setFile] = useState<File | null>(null);
  const [source, setSource] = useState<string | null>(null);
  const [account, setAccount] = useState<string | null>(null);
  const [encoding, setEncoding] = useState<BankFileEncoding | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const send = useWrite(recon.importFile, {
    input: () => ({
      query: {
        ...(source === null ? {} : { source }),
        ...(account === null ? {} : { account_code: account }),
        ...(encoding === null ? {} : { encoding }),
      },
    }),
    options: (chosen: File) => ({ file: chosen }),
    said: ({ imported, duplicates, format, statements, left_out }) =>
      `${formatNames[format]}, ${count(statements, 'statement')}: ${importSentence(imported, duplicates)}${leftOutWords(left_out)}`,
    done: ({ continuity }) => setWarnings(continuityWords(continuity, { money: showMoney, day: (day) => showDay(day, '') })),
    touches: touchedByRecon,
    close: () => setFile(null),
    failed: (error) => setFault(whyRefused(error)),
    quiet: true,
  });
  const accountFault = send.isError ? fieldFaultsOf(send.error).get('account_code') : undefined;
  const changed = (): void => {
    setFault(null);
    setWarnings([]);
    send.reset();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (file === null) setFault('Choose a file');
    else if (file.size > RECON_FILE_BYTES_MAX) setFault(`Use a file of at most ${showBytes(RECON_FILE_BYTES_MAX)}.`);
    else send.mutate(file);
  };
  return (
    <Panel title="Import a bank’s file">
      <form onSubmit={submit} noValidate className={classes['form']}>
        <div className={classes['pair']}>
          <FileInput
            label="Statement file"
            description="camt.053, MT940, BAI2, OFX or CSV."
            placeholder="Choose a file"
            leftSection={<IconFileUpload size={14} />}
            clearable
            clearButtonProps={{ 'aria-label': 'Take the file away' }}
            disabled={!permission.allowed}
            value={file}
            error={
              send.isError && asksForColumns(send.error) ? (
                <>
                  {fault}{' '}
                  <TextLink to="." search={{ view: 'sources' }} inText>
                    Name its columns under Sources
                  </TextLink>
                </>
              ) : (
                fault
              )
            }
            onChange={(next) => {
              changed();
              setFile(next);
            }}
          />
          <Select
            label="Encoding"
            description="Of MT940, BAI2 or CSV whose letters come out wrong."
            placeholder="UTF-8 or Windows-1252"
            clearable
            clearButtonProps={{ 'aria-label': 'No encoding' }}
            data={encodings}
            disabled={!permission.allowed}
            value={encoding}
            onChange={(next) => {
              changed();
              setEncoding(next);
            }}
          />
        </div>
        <div className={classes['pair']}>
          <Select
            label="Source"
            description="Needed for CSV."
            placeholder="By the bank’s account"
            searchable
            clearable
            clearButtonProps={{ 'aria-label': 'No source' }}
            data={sources.map((s) => ({ value: s.name, label: `${s.name} · ${s.account_code}` }))}
            disabled={!permission.allowed}
            value={source}
            onChange={(next) => {
              changed();
              setSource(next);
            }}
          />
          <AccountPicker
            label="Account it is kept in"
            description="Where no source says so."
            placeholder="By the source"
            by="code"
            clearable
            clearButtonProps={{ 'aria-label': 'No account' }}
            disabled={!permission.allowed}
            value={account}
            error={accountFault}
            onChange={(next) => {
              changed();
              setAccount(next?.code ?? null);
            }}
          />
        </div>
        <GuardedButton type="submit" permission={permission} loading={send.isPending} leftSection={<IconFileUpload size={14} />}>
          Import file
        </GuardedButton>
        <ContinuityAlert warnings={warnings} onClose={() => setWarnings([])} />
      </form>
    </Panel>
  );
}
