import type { Import, ImportIntent } from '@countinghouse/contract/features/imports';
import { paths } from '../../lib/screen/paths.ts';
import { actor, code, count, instant, status, text } from '../../ui/grid/columns.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';

export const kindWords = { intents: 'Intents', opening_balances: 'Opening balances' } as const;

const counted = (field: keyof Import['counts'], header: string) =>
  count<Import>(field, header, '92px', (i) => i.counts[field], { quiet: true });

export const importColumns = [
  text<Import>('file', 'File', 'minmax(180px, 1.5fr)', (i) => i.file_name, {
    fixed: true,
    sort: true,
    strong: true,
    empty: <strong>pasted</strong>,
  }),
  text<Import>('kind', 'Kind', '130px', (i) => i.kind, { cell: (i) => kindWords[i.kind] }),
  status<Import>('status', 'Status', '110px', (i) => i.status),
  counted('intents', 'Intents'),
  counted('ready', 'Ready'),
  counted('executed', 'Posted'),
  counted('duplicate', 'Duplicate'),
  counted('rejected', 'Rejected'),
  counted('invalid', 'Invalid'),
  instant<Import>('created', 'Checked', (i) => i.created_at, { narrow: 'below' }),
  actor<Import>('by', 'By', 'minmax(110px, 0.7fr)', (i) => i.created_by),
];

export const intentColumns = [
  count<ImportIntent>('line', 'Line', '86px', (i) => i.line, {
    fixed: true,
    narrow: 'below',
    narrowCell: (i) => `line ${i.line}`,
    cell: (i) => (
      <span className="numbers">
        {i.line}
        {i.lines === 1 ? '' : ` +${i.lines - 1}`}
      </span>
    ),
  }),
  text<ImportIntent>('reference', 'Reference', 'minmax(110px, 0.8fr)', (i) => i.reference, { narrow: 'none' }),
  code<ImportIntent>('summary', 'Rows', 'minmax(240px, 2fr)', (i) => i.summary, { titled: true, narrow: 'title' }),
  status<ImportIntent>('fate', 'Status', '120px', (i) => (i.result === 'refused' ? 'rejected' : (i.result ?? i.fate)), {
    file: (i) => i.result ?? i.fate,
  }),
  text<ImportIntent>('message', 'Why', 'minmax(220px, 2fr)', (i) => i.message, {
    file: (i) => [i.code ?? '', i.message ?? ''].join(' ').trim(),
    cell: (i) => <span title={`${i.code ?? ''} ${i.message ?? ''}`}>{i.message}</span>,
  }),
  text<ImportIntent>('seq', 'Intent', '120px', (i) => i.intent_id, {
    cell: (i) => (
      <TextLink to={paths.intents} search={{ open: i.intent_id ?? '' }}>
        seq {i.seq}
      </TextLink>
    ),
  }),
];
