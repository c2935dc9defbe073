// Policies that the demo's story keeps: the specification's own example, and what must be in order before a month is locked.

import type { Command } from '@countinghouse/kernel/ledger/commands';
import type { DemoFrame } from './request.ts';

/** What is there already is no event. */
export function policyCommands({ maker: actor, idOf }: DemoFrame): readonly Command[] {
  const register = (name: string, key: string, spec: { readonly hook: string; readonly expr: string }): Command => ({
    type: 'control.register',
    actor,
    id: idOf(`policy/${key}`),
    name,
    spec,
  });
  return [
    register('No row above 1,000,000.00', 'row-max', {
      hook: 'intent.validate',
      expr: 'intent.rows.all(r, r.amount_minor <= 100000000)',
    }),
    register('Only whole months are locked', 'whole-months', {
      hook: 'period.lock',
      expr: 'period.start.endsWith("-01") && period.code.matches("^[0-9]{4}-(0[1-9]|1[0-2]|Q[1-4])$")',
    }),
  ];
}
