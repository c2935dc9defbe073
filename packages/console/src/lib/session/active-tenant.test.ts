import { expect, test } from 'vitest';
import { createTenantGuard, ENSURE_LIFE_MS, type Mine } from './active-tenant.ts';

const tenantOf = (id: string) => ({ id, name: id }) as Mine['tenants'][number];

function guardOver(answers: readonly (Mine | Error)[]) {
  let calls = 0;
  const clock = { nowMs: 0 };
  const guard = createTenantGuard(
    () => {
      const answer = answers[Math.min(calls, answers.length - 1)] as Mine | Error;
      calls += 1;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    () => clock.nowMs,
  );
  return { guard, clock, calls: () => calls };
}

const both: Mine = { tenants: [tenantOf('a'), tenantOf('b')], currentId: 'b', address: '127.0.0.1' };

test('asks once in 30 seconds, then again', async () => {
  const { guard, clock, calls } = guardOver([both]);
  await guard.ensure();
  clock.nowMs = ENSURE_LIFE_MS - 1;
  await guard.ensure();
  expect(calls()).toBe(1);
  clock.nowMs = ENSURE_LIFE_MS;
  await guard.ensure();
  expect(calls()).toBe(2);
});

test('works in the session’s organisation, else in the first, else in none', async () => {
  expect((await guardOver([both]).guard.ensure())?.id).toBe('b');
  expect((await guardOver([{ ...both, currentId: null }]).guard.ensure())?.id).toBe('a');
  expect(await guardOver([{ tenants: [], currentId: null, address: '127.0.0.1' }]).guard.ensure()).toBeNull();
});

test('a tab stays in its organisation when another tab switches the session', async () => {
  const { guard } = guardOver([both, { ...both, currentId: 'a' }]);
  await guard.ensure();
  guard.reset();
  expect((await guard.ensure())?.id).toBe('b');
  expect(guard.known()).toBe('b');
});

test('a tab leaves an organisation it no longer belongs to', async () => {
  const { guard } = guardOver([both, { tenants: [tenantOf('a')], currentId: 'a', address: '127.0.0.1' }]);
  await guard.ensure();
  guard.reset();
  expect((await guard.ensure())?.id).toBe('a');
});

test('a failure is not kept: the next call asks again', async () => {
  const { guard, calls } = guardOver([new Error('away'), both]);
  await expect(guard.ensure()).rejects.toThrow('away');
  await guard.ensure();
  expect(calls()).toBe(2);
});

test('switching takes effect at once and asks again', async () => {
  const { guard, calls } = guardOver([both]);
  await guard.ensure();
  guard.select('a');
  expect(guard.known()).toBe('a');
  expect((await guard.ensure())?.id).toBe('a');
  expect(calls()).toBe(2);
});
