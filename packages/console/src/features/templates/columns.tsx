import type { Template } from '@countinghouse/contract/features/templates';
import { wordOfUseCase } from '../../lib/values/use-case.ts';
import { actor, instant, text } from '../../ui/grid/columns.tsx';
import { ContentSummary } from '../../ui/table/ContentRows.tsx';

/** For a file: what is open is left out. */
const rowsInWords = (t: Template): string =>
  t.rows.map((r) => [r.debitAccount, '/', r.creditAccount, r.currency, r.amount ?? ''].join(' ').trim()).join('; ');

export const columns = [
  text<Template>('name', 'Name', 'minmax(160px, 1.2fr)', (t) => t.name, { fixed: true, strong: true, sort: (t) => t.name.toLowerCase() }),
  text<Template>('use', 'Use case', 'minmax(110px, 0.7fr)', (t) => wordOfUseCase(t.use_case), { narrow: 'none' }),
  text<Template>('rows', 'Rows', 'minmax(260px, 2fr)', rowsInWords, { cell: (t) => <ContentSummary rows={t.rows} /> }),
  instant<Template>('saved', 'Saved', (t) => t.saved_at),
  actor<Template>('by', 'By', 'minmax(120px, 0.8fr)', (t) => t.saved_by),
];
