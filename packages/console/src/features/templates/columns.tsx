import type { Template } from '@countinghouse/contract/features/templates';
import { actor, code, drawing, instant, text } from '../../ui/grid/columns.tsx';
import { ContentSummary } from '../../ui/table/ContentRows.tsx';

export const columns = [
  text<Template>('name', 'Name', 'minmax(160px, 1.2fr)', (t) => t.name, { fixed: true, strong: true, sort: (t) => t.name.toLowerCase() }),
  code<Template>('use', 'Use case', 'minmax(110px, 0.7fr)', (t) => t.use_case),
  drawing<Template>('rows', 'Rows', 'minmax(260px, 2fr)', (t) => <ContentSummary rows={t.rows} />),
  instant<Template>('saved', 'Saved', (t) => t.saved_at),
  actor<Template>('by', 'By', 'minmax(120px, 0.8fr)', (t) => t.saved_by),
];
