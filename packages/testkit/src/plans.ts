// What PostgreSQL does to answer a statement: it runs it, and tells of each step, on a cluster those of the machine that the rows lie on too.

import type pg from 'pg';

export interface PlanStep {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  /** Of a step that reads a table. */
  readonly 'Relation Name'?: string;
}

/** All steps of a statement, the outer before the inner. The statement is run. */
export async function stepsOf(
  client: Pick<pg.ClientBase, 'query'>,
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly PlanStep[]> {
  const plan = await client.query(`explain (analyze, format json) ${sql}`, [...values]);
  const steps = listSteps(plan.rows);
  if (steps.length === 0) throw new Error('a statement without a plan');
  return steps;
}

/** Whatever tells how many rows it saw, however deep: a machine's own plan lies within that of the coordinator. */
function listSteps(told: unknown): readonly PlanStep[] {
  if (typeof told !== 'object' || told === null) return [];
  const inner = Object.values(told).flatMap(listSteps);
  return 'Actual Rows' in told && 'Actual Loops' in told ? [told as PlanStep, ...inner] : inner;
}

/** Of all steps of a statement the most rows that one looks at. The statement is run. */
export async function mostRowsOf(client: Pick<pg.ClientBase, 'query'>, sql: string, values: readonly unknown[] = []): Promise<number> {
  return Math.max(...(await stepsOf(client, sql, values)).flatMap((step) => [rowsOf(step), step['Rows Removed by Join Filter'] ?? 0]));
}

/** How many rows a step looks at. */
export const rowsOf = (step: PlanStep): number => (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops'];
