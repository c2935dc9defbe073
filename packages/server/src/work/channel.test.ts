import { expect, test } from 'vitest';
import { Channel } from './channel.ts';

interface Left {
  half(n: number): number;
}
interface Right {
  double(n: number): Promise<number>;
  quadruple(n: number): Promise<number>;
  refuse(): never;
}

/** Two sides, each handed what the other sends. */
function openBoth(): { readonly left: Channel<Left, Right>; readonly right: Channel<Right, Left> } {
  const left: Channel<Left, Right> = new Channel((message) => void right.hear(structuredClone(message)), { half: (n) => n / 2 });
  const right: Channel<Right, Left> = new Channel((message) => void left.hear(structuredClone(message)), {
    double: async (n) => n * 2,
    quadruple: async (n) => (await right.ask('half', n)) * 8,
    refuse: () => {
      throw new Error('not here');
    },
  });
  return { left, right };
}

test('each question is answered, many at once and in both directions', async () => {
  const { left } = openBoth();
  const asked = [left.ask('double', 4), left.ask('quadruple', 5), left.ask('double', 6)];
  expect(await Promise.all(asked)).toEqual([8, 20, 12]);
});

test('what the other side fails with is heard', async () => {
  const { left } = openBoth();
  await expect(left.ask('refuse')).rejects.toThrow('not here');
});

test('who waits for a side that has ended hears it, and so does who asks later', async () => {
  const channel = new Channel<Left, Right>(() => {}, { half: (n) => n });
  const waiting = channel.ask('double', 1);
  channel.close();
  await expect(waiting).rejects.toThrow('has ended');
  await expect(channel.ask('double', 1)).rejects.toThrow('has ended');
});
