import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { chooseLeader } from './choose-leader.ts';

const servers = Array.from({ length: 4 }, () => randomUUID());
const organisations = Array.from({ length: 400 }, () => randomUUID());

test('every server finds the same leader, whatever the order they are listed in', () => {
  for (const id of organisations) expect(chooseLeader(id, servers)).toBe(chooseLeader(id, servers.toReversed()));
  expect(chooseLeader(randomUUID(), [])).toBeNull();
});

test('organisations spread over the servers', () => {
  const counts = servers.map((s) => organisations.filter((o) => chooseLeader(o, servers) === s).length);
  for (const count of counts) expect(count).toBeGreaterThan(organisations.length / servers.length / 2);
});

test('a server that goes moves only what it led', () => {
  const [gone, ...left] = servers;
  for (const o of organisations) {
    const before = chooseLeader(o, servers);
    if (before !== gone) expect(chooseLeader(o, left)).toBe(before);
  }
});
