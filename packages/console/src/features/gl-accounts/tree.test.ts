import type { GlAccount } from '@countinghouse/contract/features/gl-accounts';
import { expect, test } from 'vitest';
import { filterTree, treeOf } from './tree.ts';

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
