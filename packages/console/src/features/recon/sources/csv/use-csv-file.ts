import { RECON_FILE_BYTES_MAX } from '@countinghouse/contract/bank-files';
import { type CsvText, openText } from '@countinghouse/server/bank-files/csv-preview';
import { useMemo, useState } from 'react';
import { showBytes } from '../../../../lib/values/bytes.ts';
import { type ColumnSeen, columnsOf, means } from './columns-seen.ts';
import { type CsvDraft, columnsIn } from './draft.ts';
import { guessDraft, type Said } from './guess.ts';

interface Chosen {
  readonly file: File;
  readonly bytes: Uint8Array;
}

/** A file that somebody chose to lay its columns out by. It is read here and sent nowhere. */
export function useCsvFile(draft: CsvDraft | null, setDraft: (draft: CsvDraft | null) => void, currency: string | undefined) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const encoding = draft?.encoding ?? null;
  const opened = useMemo(() => (chosen === null ? null : openText(chosen.bytes, encoding ?? undefined)), [chosen, encoding]);
  const text = opened === null || 'fault' in opened ? null : opened;
  const { headerRow, delimiter = null } = draft ?? {};
  const seen = useMemo(
    () => (text === null || headerRow === undefined ? [] : columnsOf(text, headerRow, delimiter)),
    [text, headerRow, delimiter],
  );
  /** Keeps what was chosen where the file has those columns, else guesses. */
  const layOut = (file: CsvText, next: CsvDraft | null, said: Said): void =>
    setDraft(next !== null && fitsIn(next, columnsOf(file, next.headerRow, next.delimiter)) ? next : guessDraft(file, currency, said));
  const choose = async (file: File | null): Promise<void> => {
    setFault(null);
    setChosen(null);
    if (file === null) return;
    if (file.size > RECON_FILE_BYTES_MAX) return setFault(`Use a file of at most ${showBytes(RECON_FILE_BYTES_MAX)}.`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const read = openText(bytes, encoding ?? undefined);
    if ('fault' in read) return setFault(read.fault);
    setChosen({ file, bytes });
    return layOut(read, draft, { encoding });
  };
  const say = (said: Said): void => {
    if (draft === null) return;
    const next = { ...draft, ...said };
    const read = chosen === null ? null : openText(chosen.bytes, next.encoding ?? undefined);
    if (read === null || 'fault' in read) setDraft(next);
    else layOut(read, next, { headerRow: next.headerRow, delimiter: next.delimiter, encoding: next.encoding });
  };
  return {
    file: chosen?.file ?? null,
    text,
    seen,
    fault: fault ?? (opened !== null && 'fault' in opened ? opened.fault : null),
    choose,
    say,
  };
}

const fitsIn = (draft: CsvDraft, seen: readonly ColumnSeen[]): boolean =>
  columnsIn(draft).length > 0 && columnsIn(draft).every((column) => seen.some((s) => means(column, s)));
