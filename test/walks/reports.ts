import { reports } from '@countinghouse/contract/features/reports';
import type { Row } from './isolation-books.ts';
import type { Walk } from './walk.ts';

/** Of an entity that is named, and by the active one; as of a snapshot where it takes one. */
const report: Row = {
  own: (o) => ({ query: { entity: o.entityId } }),
  naming: (_o, of) => [
    [{ query: { entity: of.entityId } }, 'NOT_FOUND'],
    [{ headers: { 'x-entity-id': of.entityId } }, 'NOT_FOUND'],
  ],
};
const asOfSnapshot: Row = {
  own: (o) => ({ query: { snapshot_id: o.snapshotId, entity: 'all', format: 'csv' } }),
  naming: (o, of, id) => [...(report.naming?.(o, of, id) ?? []), [{ query: { snapshot_id: of.snapshotId } }, 'NOT_FOUND']],
};

/** Of a line as well. */
const line = (o: { readonly glAccountId: string }) => ({ report: 'balance-sheet', gl_account_id: o.glAccountId });
const ofLine: Row = {
  own: (o) => ({ query: { ...line(o), snapshot_id: o.snapshotId, entity: 'all' } }),
  naming: (o, of) => [
    [{ query: line(of) }, 'NOT_FOUND'],
    [{ query: { ...line(o), entity: of.entityId } }, 'NOT_FOUND'],
    [{ query: { ...line(o), snapshot_id: of.snapshotId } }, 'NOT_FOUND'],
    [{ query: line(o), headers: { 'x-entity-id': of.entityId } }, 'NOT_FOUND'],
  ],
};

/** Those that are as of no snapshot: what moved, and what is ahead. */
const ofDays: ReadonlySet<string> = new Set([
  'cashOverTime',
  'ageing',
  ...Object.keys(reports).filter((name) => name.startsWith('journal')),
]);

export const walk: Walk = {
  isolation: Object.fromEntries(
    Object.keys(reports).map((name) => [name, name === 'lineAccounts' ? ofLine : ofDays.has(name) ? report : asOfSnapshot]),
  ),
  malformed: [],
};
