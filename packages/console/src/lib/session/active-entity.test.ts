import { expect, test } from 'vitest';
import { createActiveEntity } from './active-entity.ts';

const loaded = (currentId: string | null, ...ids: string[]) => ({ entities: ids.map((id) => ({ id })), currentId });

test('nothing is sent before anything is known', () => {
  expect(createActiveEntity().known('t')).toBeNull();
});

test('a tab takes over the entity of the session, and none is all', () => {
  const active = createActiveEntity();
  expect(active.learn('t', loaded('a', 'a', 'b'))).toBe('a');
  expect(active.known('t')).toBe('a');
  const other = createActiveEntity();
  expect(other.learn('t', loaded(null, 'a'))).toBeNull();
  expect(other.known('t')).toBe('all');
});

test('a tab keeps its own entity while another tab switches the session', () => {
  const active = createActiveEntity();
  active.learn('t', loaded('a', 'a', 'b'));
  expect(active.learn('t', loaded('b', 'a', 'b'))).toBe('a');
  active.select('t', null);
  expect(active.learn('t', loaded('b', 'a', 'b'))).toBeNull();
});

test('an entity that is gone, or of another organisation, is not kept', () => {
  const active = createActiveEntity();
  active.select('t', 'a');
  expect(active.known('u')).toBeNull();
  expect(active.learn('u', loaded('c', 'c'))).toBe('c');
  active.select('t', 'a');
  expect(active.learn('t', loaded('b', 'b'))).toBe('b');
  active.forget();
  expect(active.known('t')).toBeNull();
});
