import { expect, test } from 'vitest';
import { memoryPlan } from '../work/memory.ts';
import { FileTurns } from './turns.ts';

const MB = 2 ** 20;
const FILE = new Uint8Array(1);
const coming = (bytes: number) => ({ bytes, receive: async () => FILE, isWaitedFor: () => true });
const refused = { code: 'OVERLOADED' };

/** Work that ends when it is told to. */
function standing() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

test('one file is taken in at a time with little heap, and organisations take turns', async () => {
  const turns = new FileTurns(memoryPlan(512 * MB));
  const order: string[] = [];
  const first = standing();
  const take = (whose: string, name: string, until: Promise<void> | null = null) =>
    turns.take(whose, coming(MB), async () => {
      order.push(name);
      await until;
    });
  const all = [take('a', 'a1', first.work()), take('a', 'a2'), take('a', 'a3'), take('b', 'b1')];
  await new Promise(setImmediate);
  expect(order).toEqual(['a1']);
  first.end();
  await Promise.all(all);
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('with more heap several are', async () => {
  const turns = new FileTurns(memoryPlan(2 * 1024 * MB));
  const both = [standing(), standing(), standing()];
  let under = 0;
  const all = both.map(({ work }) =>
    turns.take('a', coming(MB), () => {
      under += 1;
      return work();
    }),
  );
  await new Promise(setImmediate);
  expect(under).toBe(2);
  for (const { end } of both) end();
  await Promise.all(all);
  expect(under).toBe(3);
});

test('of an organisation five files are held, and no more than half of all bytes; nothing of the next is received', async () => {
  const turns = new FileTurns(memoryPlan(512 * MB));
  const first = standing();
  const small = Array.from({ length: 5 }, () => turns.take('many', coming(MB), first.work));
  let received = 0;
  const count = async (): Promise<Uint8Array> => {
    received += 1;
    return FILE;
  };
  const next = () => turns.take('many', { ...coming(MB), receive: count }, async () => {});
  await expect(next()).rejects.toMatchObject(refused);
  expect(received).toBe(0);
  const large = [1, 2, 3].map(() => turns.take('large', coming(10 * MB), first.work));
  await expect(turns.take('large', coming(10 * MB), first.work)).rejects.toMatchObject(refused);
  // 35 of 64 MB are held: another organisation has room for two.
  const others = [1, 2].map((n) => turns.take(`other ${n}`, coming(10 * MB), first.work));
  await expect(turns.take('other 3', coming(10 * MB), first.work)).rejects.toMatchObject(refused);
  first.end();
  await Promise.all([...small, ...large, ...others]);
  await next();
  expect(received).toBe(1);
});

test('what fails, in coming or in being taken in, makes room again', async () => {
  const turns = new FileTurns(memoryPlan(16 * MB));
  const fails = () => Promise.reject(new Error('it broke off'));
  for (let i = 0; i < 10; i++) {
    await expect(turns.take('a', { ...coming(10 * MB), receive: fails }, async () => {})).rejects.toThrow('it broke off');
    await expect(turns.take('a', coming(10 * MB), fails)).rejects.toThrow('it broke off');
  }
  await expect(turns.take('a', coming(10 * MB), async () => 'in')).resolves.toBe('in');
});

test('a file that nobody waits for any more at its turn is not taken in', async () => {
  const turns = new FileTurns(memoryPlan(512 * MB));
  const first = standing();
  let isWaitedFor = true;
  let takenIn = false;
  const one = turns.take('a', coming(MB), first.work);
  const two = turns.take('a', { ...coming(MB), isWaitedFor: () => isWaitedFor }, async () => {
    takenIn = true;
  });
  isWaitedFor = false;
  first.end();
  await one;
  await expect(two).rejects.toMatchObject(refused);
  expect(takenIn).toBe(false);
});
