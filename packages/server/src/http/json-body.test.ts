import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { sendError } from './errors.ts';
import { measureJson, parseJson } from './json-body.ts';

/** A server that notes how many bodies are between their reading and the end of their check, and what it answered, in order. */
function open() {
  const app = Fastify();
  const seen = { under: 0, most: 0, served: [] as string[] };
  app.setErrorHandler(sendError);
  parseJson(app, (request) => String(request.headers['x-who']));
  app.post<{ Body: { readonly name: string; readonly refused?: true } }>('/', {
    preValidation: async ({ body }) => {
      seen.under += 1;
      seen.most = Math.max(seen.most, seen.under);
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
      seen.under -= 1;
      if (body.refused === true) throw new Error('refused');
    },
    handler: async ({ body }) => {
      seen.served.push(body.name);
      return {};
    },
  });
  const send = (who: string, body: unknown) =>
    app.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': 'application/json', 'x-who': who },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return { app, seen, send };
}
const excessOf = (text: string): string | null => measureJson(text).excess;
const large = (name: string, more = {}): object => ({ name, text: 'x'.repeat(70_000), ...more });

test('large bodies are read and checked one at a time, in turns; small ones pass', async () => {
  const { app, seen, send } = open();
  const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => send(name.slice(0, 1), large(name)));
  await Promise.all(all);
  expect(seen.most).toBe(1);
  expect(seen.served).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
  seen.served.length = 0;
  await Promise.all([send('a', large('first')), send('a', large('second')), send('c', { name: 'small' })]);
  expect(seen.served).toEqual(['small', 'first', 'second']);
  await app.close();
});
test('one that is refused, by its form or by its check, lets the next in', async () => {
  const { app, seen, send } = open();
  const deep = `${'['.repeat(40)}"${'x'.repeat(70_000)}"${']'.repeat(40)}`;
  const bodies: readonly (readonly [unknown, number])[] = [
    [deep, 400],
    [`{"name":"x","text":"${'x'.repeat(70_000)}`, 400],
    [`{"name":"x","__proto__":"${'x'.repeat(70_000)}"}`, 400],
    [large('refused', { refused: true }), 500],
    [' '.repeat(70_000), 200],
    [large('last'), 200],
  ];
  const answers = await Promise.all(bodies.map(([body]) => send('a', body)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(bodies.map(([, status]) => status));
  expect(seen.served.at(-1)).toBe('last');
  await app.close();
});
test('who has too many of them waiting is refused', async () => {
  const { app, send } = open();
  const answers = await Promise.all(Array.from({ length: 70 }, (_, i) => send('a', large(`n${i}`))));
  const refused = answers.filter(({ statusCode }) => statusCode === 503);
  expect(refused.map((answer) => (answer.json() as { code: string }).code)).toEqual(Array(5).fill('OVERLOADED'));
  await app.close();
});
test('nesting and values are counted before anything is parsed, and not within text', () => {
  const deepest = `${'['.repeat(32)}${']'.repeat(32)}`;
  expect(excessOf(deepest)).toBeNull();
  expect(excessOf(`[${deepest}]`)).toMatch(/32 levels/);
  expect(excessOf(`{"a":"${'[{,'.repeat(300_000)}\\"["}`)).toBeNull();
  const most = `[${'0,'.repeat(399_999)}`;
  expect(excessOf(`${most}0]`)).toBeNull();
  expect(excessOf(`${most},0]`)).toMatch(/400000 values/);
  expect(excessOf(`[${'{},'.repeat(200_001)}`)).toMatch(/400000 values/);
});
test('a body of more values is 400', async () => {
  const { app, seen, send } = open();
  const answer = await send('a', `{"name":"many","rows":[${'{},'.repeat(250_000)}{}]}`);
  expect([answer.statusCode, seen.served]).toEqual([400, []]);
  await app.close();
});
test.each([
  ['{"name":"a","name":"b"}', 'name'],
  ['{"name":"a","rows":[{"amount":"1"},{"amount":"2","\\u0061mount":"3"}]}', 'amount'],
  ['{"name":"a","of":{"x":{"y":1},"x":1}}', 'x'],
  ['{"name":"\\"{","a":[{"b":":"}],"a":1}', 'a'],
])('a member that is named twice in one object is refused and told: %s', async (body, path) => {
  const { app, seen, send } = open();
  const answer = await send('a', body);
  expect([answer.statusCode, (answer.json() as { details: unknown }).details]).toEqual([
    400,
    [{ path, message: 'Name each member once.' }],
  ]);
  expect(seen.served).toEqual([]);
  await app.close();
});
test('so it is in a large body; the same name in two objects, and within text, is no second', async () => {
  const { app, send } = open();
  const text = 'x'.repeat(70_000);
  expect((await send('a', `{"name":"a","text":"${text}","name":"b"}`)).statusCode).toBe(400);
  expect((await send('a', `{"name":"a","text":"${text}","rows":[{"name":"b"},{"name":":"}]}`)).statusCode).toBe(200);
  expect((await send('a', '{"name":"a","b":{"name":"\\":\\"name\\":"},"c":{"name":{}},"d":[],"":1}')).statusCode).toBe(200);
  await app.close();
});
test('a body that is packed is refused, and it is said why', async () => {
  const { app } = open();
  const post = (packed: string) =>
    app.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': 'application/json', 'content-encoding': packed },
      payload: '{"name":"a"}',
    });
  expect((await post('identity')).statusCode).toBe(200);
  for (const packed of ['gzip', 'br', 'gzip, identity']) {
    const { statusCode, body } = await post(packed);
    expect([packed, statusCode, body.includes('without a content-encoding')]).toEqual([packed, 400, true]);
  }
  await app.close();
});
test('of another content type it is said which one is read', async () => {
  const { app } = open();
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'text/plain' },
    payload: '{"name":"a"}',
  });
  expect([statusCode, body.includes('application/json')]).toEqual([400, true]);
  await app.close();
});
