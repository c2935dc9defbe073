import type { Party } from '@countinghouse/contract/features/parties';
import { paths } from '../../lib/screen/paths.ts';
import { badge, code, id, instant, text } from '../../ui/grid/columns.tsx';
import { TwoLines } from '../../ui/table/TwoLines.tsx';
import { sentenceCase } from '../../ui/value/status.ts';
import { TextLink } from '../../ui/value/TextLink.tsx';

export const columns = [
  text<Party>('label', 'Label', 'minmax(180px, 2fr)', (p) => p.label, {
    fixed: true,
    cell: (p) => (
      <TextLink to={paths.partyDetail} search={{ party: p.id }}>
        {p.label}
      </TextLink>
    ),
  }),
  badge<Party>('kind', 'Kind', 'minmax(100px, 0.8fr)', (p) => sentenceCase(p.kind), { file: (p) => p.kind }),
  code<Party>('external', 'External ref', 'minmax(160px, 1.4fr)', (p) => p.externalRef),
  instant<Party>('created', 'Created', (p) => p.created_at, { absolute: true }),
  id<Party>(
    'id',
    'Party ID',
    '180px',
    (p) => p.id,
    (p) => `id of ${p.label}`,
  ),
];

/** A party where the list is narrow. */
export const compactRow = (p: Party) => (
  <TwoLines
    title={
      <TextLink to={paths.partyDetail} search={{ party: p.id }}>
        {p.label}
      </TextLink>
    }
    below={[sentenceCase(p.kind), p.externalRef ?? ''].filter((words) => words !== '').join(' · ')}
  />
);
