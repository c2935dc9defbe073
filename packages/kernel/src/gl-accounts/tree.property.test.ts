import { idOf, openTenant, owner, type PureLedger } from '@countinghouse/testkit/pure-ledger';
import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import type { Command } from '../ledger/commands.ts';
import { standardChart } from './standard-chart.ts';

const code = fc.nat(9).map((n) => `${1000 + n * 100}`);
const step: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({
        code,
        parent: fc.option(code),
        class: fc.option(fc.constantFrom('A' as const, 'L' as const)),
        normalBalance: fc.option(fc.constantFrom('DR' as const, 'CR' as const)),
      })
      .map(
        ({ code, parent, ...rest }): Command => ({
          type: 'gl_account.create',
          actor: owner,
          id: idOf(code),
          code,
          title: 'GL',
          parentId: parent === null ? null : idOf(parent),
          ...rest,
        }),
      ),
  },
  { weight: 3, arbitrary: code.map((c): Command => ({ type: 'gl_account.delete', actor: owner, id: idOf(c) })) },
  {
    weight: 1,
    arbitrary: fc.constant<Command>({
      type: 'gl_account.use_standard_chart',
      actor: owner,
      ids: Object.fromEntries(standardChart.map((a) => [a.code, idOf(a.code)])),
    }),
  },
);

/** Every account reaches the top in fewer steps than there are accounts, through parents of its class. */
function expectTree({ state }: PureLedger): void {
  for (const account of state.glAccounts.values()) {
    let steps = 0;
    for (let at = account; at.parentId !== null; steps++) {
      const parent = state.glAccounts.get(at.parentId);
      expect(parent?.class).toBe(account.class);
      expect(steps).toBeLessThan(state.glAccounts.size);
      at = parent as typeof at;
    }
  }
  for (const account of state.glAccounts.values())
    expect(account.usage).toBe([...state.glAccounts.values()].filter((a) => a.parentId === account.id).length);
}

test.prop([fc.array(step, { maxLength: 40 })])('however it is built, the chart has no circle and one class a tree', (steps) => {
  const ledger = openTenant();
  for (const command of steps) ledger.submit(command);
  expectTree(ledger);
});
