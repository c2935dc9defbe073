import type { Import, ImportIntent } from '@countinghouse/contract/features/imports';
import { paths } from '../../lib/screen/paths.ts';
import { compareText, type GridColumn, TIME_WIDTH } from '../../ui/grid/column.ts';
import { Actor } from '../../ui/value/Actor.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

const dash = <span className="dimmed">—</span>;
export const kindWords = { intents: 'Intents', opening_balances: 'Opening balances' } as const;

const count = (id: keyof Import['counts'], header: string): GridColumn<Import> => ({
  id,
  header,
  width: '92px',
  align: 'right',
  text: (i) => String(i.counts[id]),
  cell: (i) => (i.counts[id] === 0 ? dash : <span className="numbers">{i.counts[id].toLocaleString('en-GB')}</span>),
});

export const importColumns: readonly GridColumn<Import>[] = [
  {
    id: 'file',
    header: 'File',
    width: 'minmax(180px, 1.5fr)',
    fixed: true,
    compare: (a, b) => compareText(a.file_name, b.file_name),
    text: (i) => i.file_name,
    cell: (i) => <strong>{i.file_name === '' ? 'pasted' : i.file_name}</strong>,
  },
  { id: 'kind', header: 'Kind', width: '130px', text: (i) => i.kind, cell: (i) => kindWords[i.kind] },
  { id: 'status', header: 'Status', width: '110px', text: (i) => i.status, cell: (i) => <StatusBadge status={i.status} /> },
  count('intents', 'Intents'),
  count('ready', 'Ready'),
  count('executed', 'Posted'),
  count('duplicate', 'Duplicate'),
  count('rejected', 'Rejected'),
  count('invalid', 'Invalid'),
  { id: 'created', header: 'Checked', width: TIME_WIDTH, text: (i) => i.created_at, cell: (i) => <Timestamp at={i.created_at} /> },
  { id: 'by', header: 'By', width: 'minmax(110px, 0.7fr)', text: (i) => i.created_by, cell: (i) => <Actor id={i.created_by} /> },
];

export const intentColumns: readonly GridColumn<ImportIntent>[] = [
  {
    id: 'line',
    header: 'Line',
    width: '86px',
    align: 'right',
    fixed: true,
    text: (i) => String(i.line),
    cell: (i) => (
      <span className="numbers">
        {i.line}
        {i.lines === 1 ? '' : ` +${i.lines - 1}`}
      </span>
    ),
  },
  { id: 'reference', header: 'Reference', width: 'minmax(110px, 0.8fr)', text: (i) => i.reference, cell: (i) => i.reference || dash },
  {
    id: 'summary',
    header: 'Rows',
    width: 'minmax(240px, 2fr)',
    text: (i) => i.summary,
    cell: (i) => (
      <span className="mono" title={i.summary}>
        {i.summary}
      </span>
    ),
  },
  {
    id: 'fate',
    header: 'Status',
    width: '120px',
    text: (i) => i.result ?? i.fate,
    cell: (i) => <StatusBadge status={i.result === 'refused' ? 'rejected' : (i.result ?? i.fate)} />,
  },
  {
    id: 'message',
    header: 'Why',
    width: 'minmax(220px, 2fr)',
    text: (i) => [i.code ?? '', i.message ?? ''].join(' ').trim(),
    cell: (i) => (i.message === null ? dash : <span title={`${i.code ?? ''} ${i.message}`}>{i.message}</span>),
  },
  {
    id: 'seq',
    header: 'Intent',
    width: '120px',
    text: (i) => i.intent_id ?? '',
    cell: (i) =>
      i.intent_id === null ? (
        dash
      ) : (
        <TextLink to={paths.intents} search={{ open: i.intent_id }}>
          seq {i.seq}
        </TextLink>
      ),
  },
];
