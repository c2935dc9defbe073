import type { GlAccount } from '@countinghouse/contract/features/gl-accounts';
import { expect, test } from 'vitest';
import { filterTree, standsBelow, treeOf } from './tree.ts';

const gl = (code: string, parentId: string | null = null) => ({ id: code, code, title: code, parentId }) as GlAccount;
const shapeOf = (nodes: ReturnType<typeof treeOf>) => nodes.map((n) => `${'.'.repeat(n.depth)}${n.account.code}`);

const chart = [gl('2000'), gl('1010', '1000'), gl('1011', '1010'), gl('1000'), gl('1020', '1000')];

test('children stand under their parents, siblings by code', () => {
  expect(shapeOf(treeOf(chart))).toEqual(['1000', '.1010', '..1011', '.1020', '2000']);
});

test('an unknown parent and a circle lose no account', () => {
  expect(shapeOf(treeOf([gl('1', 'gone'), gl('2', '3'), gl('3', '2')]))).toEqual(['1', '2', '.3']);
});

test('a match keeps its ancestors', () => {
  expect(shapeOf(filterTree(treeOf(chart), (a) => a.code === '1011'))).toEqual(['1000', '.1010', '..1011']);
});

test('an account stands below itself and what is above it, never below its children or in a circle', () => {
  const below = (code: string, above: string) =>
    standsBelow(chart, gl(code, chart.find((a) => a.code === code)?.parentId ?? null), gl(above));
  expect([below('1011', '1000'), below('1000', '1000'), below('1000', '1011'), below('2000', '1000')]).toEqual([true, true, false, false]);
  expect(standsBelow([gl('2', '3'), gl('3', '2')], gl('2', '3'), gl('1'))).toBe(false);
});
