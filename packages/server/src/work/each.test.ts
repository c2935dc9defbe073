import { LedgerUnavailable } from '@countinghouse/store/writer/failures';
import { expect, test } from 'vitest';
import { eachOrganisation } from './each.ts';

const due = ['a', 'b', 'a', 'c', 'b'].map((tenant_id, n) => ({ tenant_id, n }));

test('one organisation that fails holds up no other; the rest of its own waits, and its failure is told at the end', async () => {
  const done: number[] = [];
  const working = eachOrganisation(due, undefined, async ({ tenant_id, n }) => {
    if (tenant_id === 'a') throw new Error(`no key ${n}`);
    done.push(n);
  });
  await expect(working).rejects.toThrow('no key 0');
  expect(done).toEqual([1, 3, 4]);
});

test('what fails for everybody is asked once', async () => {
  let asked = 0;
  const working = eachOrganisation(due, undefined, async () => {
    asked += 1;
    throw new LedgerUnavailable('DATABASE_UNAVAILABLE');
  });
  await expect(working).rejects.toThrow('DATABASE_UNAVAILABLE');
  expect(asked).toBe(1);
});

test('it ends at the next border when it is asked to', async () => {
  const ending = new AbortController();
  const done: number[] = [];
  await eachOrganisation(due, ending.signal, async ({ n }) => {
    done.push(n);
    if (n === 1) ending.abort();
  });
  expect(done).toEqual([0, 1]);
});
