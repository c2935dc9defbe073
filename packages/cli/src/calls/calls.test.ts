// Which calls the command line offers, what their help says, and how their options are read.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { grantFor } from '@countinghouse/contract/key-grants';
import { routes } from '@countinghouse/contract/routes';
import { describe, expect, test } from 'vitest';
import { csvLine, linesOf, writeOut } from './answer.ts';
import { fieldsOf, hasPages, rowsOf } from './fields.ts';
import { helpOf } from './help.ts';
import { type Input, inputOf, readBody, type Values } from './input.ts';
import { findCall, findCalls, knownCalls } from './known.ts';
import { callByName } from './run.ts';
import { ownOptions, readWords } from './words.ts';

const ID = '00000000-0000-4000-8000-00000000000a';

const intent = {
  intent_id: 'i-1',
  tenant_id: ID,
  use_case: 'manual_post',
  idem_key: 'k-1',
  value_date: '2026-01-31',
  consent: { scope: ['ledger:post'], granted_at: '2026-01-31T12:00:00Z', expires_at: '2027-01-31T12:00:00Z' },
};

/** What the call is sent with these words. */
function read(name: string, words: readonly string[], body?: Values): Input {
  return inputOf(findCall(name), { said: readWords(words).said, body });
}

describe('the calls there are', () => {
  test('are all that a key may make under /api/v1, each once', () => {
    const all = Object.values(routes).flatMap((group) => Object.values(group));
    const forKeys = all.filter((route) => grantFor(route) !== null && (route.v1?.path ?? route.path).startsWith('/api/v1/'));
    expect(new Set(knownCalls.map(({ route }) => route))).toEqual(new Set(forKeys));
    expect(new Set(knownCalls.map(({ name }) => name)).size).toBe(forKeys.length);
    expect(knownCalls.length).toBeGreaterThan(150);
  });
  const taken = [...ownOptions, 'json', 'version'];
  test('have a help that names each of their fields, and no field is called as an option of the command', () => {
    for (const call of knownCalls) {
      const help = helpOf(call);
      const fields = fieldsOf(call.route);
      const names = fields.map((field) => field.name);
      const offered = [...help.matchAll(/^ +--([a-zA-Z0-9_-]+)/gm)].map(([, option = '']) => option.replaceAll('-', '_'));
      expect([call.name, names.filter((name) => !offered.includes(name))]).toEqual([call.name, []]);
      expect(help).toContain(`countinghouse call ${call.name}`);
      expect(help).toContain(`grant ${call.grant}`);
      const said = names.filter((name) => name !== 'idem_key' || call.route.keyed !== true);
      expect([call.name, said.filter((name, i) => taken.includes(name) || said.indexOf(name) !== i)]).toEqual([call.name, []]);
      const inPath = fields.filter(({ place }) => place === 'path').map(({ name }) => name);
      expect([...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name)).toEqual(inPath);
    }
  });
  test('with pages have rows to read', () => {
    const paged = knownCalls.filter(({ route }) => hasPages(route));
    expect(paged.length).toBeGreaterThan(15);
    expect(paged.filter(({ route }) => (rowsOf(route)?.columns.length ?? 0) < 2)).toEqual([]);
  });
  test('are found by words in any case, and not where they take a person', () => {
    expect(findCalls(['FX-rates', 'import']).map(({ name }) => name)).toEqual(['fx.import']);
    expect(() => findCall('periods.lock')).toThrow('periods.lock takes a person');
    expect(() => findCall('accounts.create')).toThrow('accounts.create is not under /api/v1/');
    expect(() => findCall('auth.sign-in')).toThrow('takes a person');
    expect(() => findCall('nothing')).toThrow('There is no call nothing');
  });
});

describe('options', () => {
  test('become what is sent, by the names of /api/v1', () => {
    const words = [
      '--code',
      'K-1',
      '--gl-account=1000',
      '--floor_minor',
      '-500',
      '--title',
      'null',
      '--metadata[cost-centre]',
      'X 1',
      '--metadata[a]=b',
    ];
    expect(read('accounts.open', words)).toEqual({
      params: {},
      query: {},
      body: { code: 'K-1', gl_account: '1000', floor_minor: '-500', title: null, metadata: { 'cost-centre': 'X 1', a: 'b' } },
    });
    expect(read('gl-accounts.create', ['--code', '1', '--title', 'T', '--class', 'A', '--normal_balance', 'DR']).body).toMatchObject({
      normal_balance: 'DR',
    });
    expect(read('approvals.list', ['--after', '7', '--limit', '2']).query).toEqual({ after: '7', limit: '2' });
    expect(read('webhooks.resend', ['--id', ID, '--seq', '7'])).toEqual({ params: { id: ID }, query: {}, body: { seq: 7 } });
    expect(read('accounts.reopen', ['--id', ID])).toEqual({ params: { id: ID }, query: {} });
    expect(read('metadata.annotate-account', ['--id', ID, '--metadata[team]', 'null']).body).toEqual({ metadata: { team: null } });
  });
  test('of a list are said one by one, or whole', () => {
    expect(
      read('fx.import', ['--content', 'x', '--currencies', 'USD', '--currencies', 'CHF', '--days', '3', '--preview', 'true']).body,
    ).toEqual({
      content: 'x',
      currencies: ['USD', 'CHF'],
      days: 3,
      preview: true,
    });
    expect(read('parties.names', ['--ids', JSON.stringify([ID])]).body).toEqual({ ids: [ID] });
    expect(read('intents.post', ['--rows', '{"debit":"A","credit":"B","amount":"1"}']).body).toEqual({
      rows: [{ debit: 'A', credit: 'B', amount: '1' }],
    });
  });
  test('come before what the body says', () => {
    const body = { code: 'FROM-BODY', gl_account: '1000', metadata: { a: 'b' } };
    expect(read('accounts.open', ['--code', 'SAID'], body).body).toEqual({ ...body, code: 'SAID' });
  });
  test('name what a write does where its body has room for it', () => {
    const said = readWords(['--debit', 'A', '--credit', 'B', '--amount', '1']).said;
    expect(inputOf(findCall('intents.post'), { said, idemKey: 'k-1' }).body).toMatchObject({ idem_key: 'k-1' });
  });
  test.each([
    ['an unknown field', 'accounts.open', ['--colour', 'red'], 'accounts.open has no field colour'],
    ['a field by its name elsewhere', 'gl-accounts.create', ['--normalBalance', 'DR'], 'gl-accounts.create has no field normalBalance'],
    ['a cursor by its name elsewhere', 'approvals.list', ['--before', '7'], 'approvals.list has no field before'],
    ['a missing field', 'accounts.open', ['--code', 'K'], 'accounts.open needs gl_account, as --gl_account or in the body'],
    ['a missing part of the address', 'accounts.get', [], 'accounts.get needs --id'],
    ['a number that is none', 'intents.list', ['--limit', 'many'], '--limit is a whole number, not many.'],
    ['a number beyond its limit', 'intents.list', ['--limit', '501'], 'limit: '],
    ['what is neither true nor false', 'fx.import', ['--content', 'x', '--preview', 'yes'], '--preview is true or false, not yes.'],
    ['what is not one of its values', 'intents.list', ['--status', 'lost'], 'status: '],
    ['an id that is none', 'accounts.get', ['--id', 'x'], 'id: Use an id as the server gave it.'],
    ['a list as broken JSON', 'parties.names', ['--ids', '[1'], '--ids is JSON, and this is none: [1'],
    ['an object as text', 'accounts.search', ['--metadata', 'team'], '--metadata is JSON'],
    ['a member of what has none', 'accounts.get', ['--id[a]', 'x'], '--id has no members'],
    ['a field twice', 'accounts.get', ['--id', ID, '--id', ID], 'Say --id once.'],
    ['a word that is no option', 'accounts.get', ['x'], 'x is no option'],
    ['an option without its value', 'accounts.get', ['--id'], '--id needs a value.'],
    ['a rule across fields', 'accounts.change', ['--id', ID], 'accounts.change: Say what is to change.'],
  ])('are refused for %s, in one sentence', (_what, name, words, says) => {
    expect(() => read(name, words)).toThrow(says);
    expect(() => read(name, words)).toThrow(/^[^\n]+$/);
  });
  test.each([
    ['an unknown field', 'accounts.open', { code: 'K', gl_account: '1', colour: 'red' }, 'accounts.open has no field colour'],
    ['a field that is of no body', 'accounts.close', { id: ID }, 'accounts.close has no field id'],
    [
      'an unknown field of a row',
      'intents.post',
      { rows: [{ debit: 'A', credit: 'B', amount: '1', colour: 'x' }] },
      'no field rows.0.colour',
    ],
    [
      'a row without a field',
      'intents.execute',
      { ...intent, proposed_actions: [{ debitAccount: 'A' }] },
      'needs proposed_actions.0.creditAccount',
    ],
    ['another type', 'accounts.open', { code: 1, gl_account: '1' }, 'code: '],
    ['a body where none is taken', 'accounts.get', {}, 'accounts.get takes no body.'],
  ])('a body is refused for %s', (_what, name, body, says) => {
    expect(() => read(name, name === 'accounts.close' ? ['--id', ID] : [], body)).toThrow(says);
  });
});

test('the samples of the guide are calls that can be made', () => {
  const page = readFileSync(new URL('../../../../docs/guide/command-line.md', import.meta.url), 'utf8');
  const samples = [...page.matchAll(/^countinghouse call (\S+) (.+?)(?: > \S+)?$/gm)].filter(([line]) => !line.endsWith('--help'));
  expect(samples.length).toBeGreaterThan(6);
  for (const [, name = '', text = ''] of samples) {
    const words = [...text.replace('"$ACCOUNT"', ID).matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
    expect(() => read(name, words)).not.toThrow();
  }
});

describe('a call is not made', () => {
  test.each([
    ['of a name that is none', ['nothing'], 'There is no call nothing'],
    ['before it is named', ['--id', ID], 'Name the call first'],
    ['for pages of what has none', ['accounts.get', '--id', ID, '--all'], 'accounts.get has no pages'],
    ['for rows of what has none', ['settings.get', '--output', 'csv'], 'settings.get answers no rows'],
    ['in a form that is none', ['intents.list', '--output', 'xml'], '--output is json, ndjson, csv, not xml.'],
    ['for every page as one object', ['intents.list', '--all', '--output', 'json'], '--all writes rows as they come'],
    ['under a key where none is taken', ['accounts.reopen', '--id', ID, '--idem-key', 'k'], 'accounts.reopen takes no --idem-key.'],
    ['with a file where none is taken', ['accounts.reopen', '--id', ID, '--file', 'x'], 'accounts.reopen takes no --file.'],
    ['without the file it takes', ['attachments.add', '--intent_id', 'x'], 'attachments.add needs --file.'],
  ])('%s', async (_what, words, says) => {
    await expect(callByName(words, false, 'http://127.0.0.1:1')).rejects.toThrow(says);
  });
  test('before its body is read as a JSON object', () => {
    expect(() => readBody('{')).toThrow('The body is no JSON.');
    expect(() => readBody('[]')).toThrow('The body is no JSON object.');
  });
});

describe('rows', () => {
  test('are a line each, and safe in a spreadsheet', async () => {
    const rows = [{ code: 'A', of: { b: 1 }, n: null }];
    const lines = async (output: 'csv' | 'ndjson') => (await Readable.from(linesOf(rows, ['code', 'of', 'n'], output)).toArray()).join('');
    expect(await lines('ndjson')).toBe('{"code":"A","of":{"b":1},"n":null}\n');
    expect(await lines('csv')).toBe('code,of,n\r\nA,"{""b"":1}",\r\n');
    expect(csvLine(['=1+1', '-5.00', 'two\nlines', true, 3])).toBe(`'=1+1,-5.00,"two\nlines",true,3\r\n`);
  });
  test('are in a file once all of them came, and else in none', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-calls-'));
    const file = path.join(folder, 'rows.csv');
    async function* breaking(): AsyncGenerator<string> {
      yield 'code\r\n';
      throw new Error('broken off');
    }
    await expect(writeOut(breaking(), file)).rejects.toThrow('broken off');
    expect(readdirSync(folder)).toEqual([]);
    await writeOut(linesOf([{ code: 'A' }], ['code'], 'csv'), file);
    expect(readFileSync(file, 'utf8')).toBe('code\r\nA\r\n');
    rmSync(folder, { recursive: true });
  });
});
