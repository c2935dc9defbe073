import { expect, test } from 'vitest';
import { StreamReader } from './event-stream.ts';

test('messages come out whole, however they were cut on the way', () => {
  const text = 'retry: 2000\n\nid: 7\nevent: head\ndata: {"seq":7}\n\n: beat\n\nid: 8\n\nevent: head\ndata: a\ndata: b\n\n';
  const whole = new StreamReader().read(text);
  expect(whole).toEqual([
    { event: 'head', data: '{"seq":7}', id: '7' },
    { event: 'head', data: 'a\nb', id: '8' },
  ]);
  const cut = new StreamReader();
  expect([...text].flatMap((letter) => cut.read(letter))).toEqual(whole);
});

test('what is not complete yet is no message', () => {
  const reader = new StreamReader();
  expect(reader.read('data: x\n')).toEqual([]);
  expect(reader.read('\n')).toEqual([{ event: 'message', data: 'x', id: '' }]);
});
