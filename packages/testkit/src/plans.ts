// What PostgreSQL does to answer a statement: it runs it, and tells of each step.

import type pg from 'pg';

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Of all steps of a statement the most rows that one looks at. The statement is run. */
export async function mostRowsOf(client: Pick<pg.ClientBase, 'query'>, sql: string, values: readonly unknown[] = []): Promise<number> {
  const plan = await client.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(`explain (analyze, format json) ${sql}`, [
    ...values,
  ]);
  const [{ Plan }] = plan.rows[0]?.['QUERY PLAN'] ?? [{ Plan: undefined }];
  if (Plan === undefined) throw new Error('a statement without a plan');
  return mostRows(Plan);
}

const mostRows = (node: PlanNode): number =>
  Math.max(
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    node['Rows Removed by Join Filter'] ?? 0,
    ...(node.Plans ?? []).map(mostRows),
  );
