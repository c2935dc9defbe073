// `countinghouse call` and `countinghouse calls`: any call under /api/v1 that an API key may make, by its name.

import { randomUUID } from 'node:crypto';
import { openAsBlob, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { CallOptions } from '@countinghouse/client/client';
import type { RouteDef } from '@countinghouse/contract/wire';
import * as z from 'zod';
import { callServer, type ServerOptions, takeStream } from '../server.ts';
import { linesOf, type Output, outputs, type Row, writeOut } from './answer.ts';
import { carriesText, hasPages, type Rows, rowsOf } from './fields.ts';
import { helpOf, usage } from './help.ts';
import { type Input, inputOf, readBody, type Values } from './input.ts';
import { findCall, findCalls, type KnownCall } from './known.ts';
import { type OwnOptions, readWords } from './words.ts';

/** Answers 0, or 1 where what was asked for was rejected. Throws one sentence where it was not done. */
export async function callByName(words: readonly string[], json: boolean, serverUrl: string): Promise<number> {
  const [name, ...more] = words;
  if (name === undefined || name === '--help' || name === '-h') {
    process.stdout.write(usage);
    return name === undefined ? 2 : 0;
  }
  if (name.startsWith('-')) throw new Error('Name the call first: `countinghouse call NAME --FIELD VALUE`.');
  const call = findCall(name);
  const { own, said } = readWords(more);
  if (own.help === true) {
    process.stdout.write(helpOf(call));
    return 0;
  }
  const body = bodyOf(call, own);
  const key = keyOf(call, own.idem_key, body);
  const input = inputOf(call, { said, body, idemKey: key });
  const rows = rowsAsked(call, own);
  const output = outputOf(own, json);
  const file = await fileOf(call, own.file);
  if (key !== undefined && own.idem_key === undefined && body?.['idem_key'] !== key) process.stderr.write(`--idem-key ${key}\n`);
  const server = { url: own.url ?? serverUrl, tenant: own.tenant };
  const route = routeAtV1(call, input);
  if (route.file !== undefined) {
    await writeOut(await takeStream<RouteDef>(server, route, input as never), own.out).catch(toldAsBroken);
    return 0;
  }
  if (own.all === true && rows !== null) {
    await writeOut(linesOf(rowsOfAll(server, route, input, rows), rows.columns, output === 'csv' ? output : 'ndjson'), own.out);
    return 0;
  }
  const options: CallOptions = { ...(key === undefined ? {} : { idempotencyKey: key }), ...(file === undefined ? {} : { file }) };
  const answer = (await callServer<RouteDef>(server, route, input as never, options)) as Row;
  await writeOut(textOf(answer, output, rows), own.out);
  return answer['ok'] === false ? 1 : 0;
}

/** What the fetch of Node throws where a connection ends too early. */
function toldAsBroken(error: unknown): never {
  throw error instanceof TypeError ? new Error('The answer broke off.', { cause: error }) : error;
}

/** Writes a line a call, or one JSON object. Answers 1 where no call has all the words. */
export function listCalls(words: readonly string[], json: boolean): number {
  const calls = findCalls(words).map(({ name, route, path: at, grant }) => ({
    name,
    method: route.method,
    path: at.replace(/:(\w+)/g, '{$1}'),
    summary: route.summary,
    grant,
  }));
  if (json) process.stdout.write(`${JSON.stringify({ calls })}\n`);
  else if (calls.length === 0) process.stdout.write('No call has all these words.\n');
  else process.stdout.write(tableOf(['name', 'method', 'address', 'key needs', 'what it does'], calls));
  return calls.length === 0 ? 1 : 0;
}

type Listed = Readonly<Record<'name' | 'method' | 'path' | 'summary' | 'grant', string>>;

function tableOf(head: readonly string[], calls: readonly Listed[]): string {
  const lines = [head, ...calls.map((call) => [call.name, call.method, call.path, call.grant, call.summary])];
  const widths = head.map((_, i) => Math.max(...lines.map((cells) => cells[i]?.length ?? 0)));
  return lines
    .map(
      (cells) =>
        `${cells
          .map((cell, i) => cell.padEnd(widths[i] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** The call at its address under /api/v1. What it answers is handed on as it is told there. */
function routeAtV1({ route, path: at }: KnownCall, { query }: Input): RouteDef {
  const told = z.unknown();
  const also = Object.fromEntries(Object.keys(route.also ?? {}).map((status) => [status, told]));
  // A report is a file where its query asks for one.
  const { format = 'json' } = query;
  return { ...route, path: at, ok: told, also, ...(route.file === undefined && format !== 'json' ? { file: '*/*' } : {}) };
}

/** The key of a write that takes one: that which was said, else that of the body, else a new one. */
function keyOf({ name, route }: KnownCall, said: string | undefined, body: Values = {}): string | undefined {
  if (route.keyed === true) return said ?? (typeof body['idem_key'] === 'string' ? body['idem_key'] : randomUUID());
  if (said === undefined) return undefined;
  throw new Error(
    route.keyed === 'each' ? `${name} takes no --idem-key: each of its intents has its own.` : `${name} takes no --idem-key.`,
  );
}

const textIn = (file: string): string => readFileSync(file === '-' ? 0 : file, 'utf8');

/** The text of a file stands in the body of calls that have it there. */
function bodyOf({ route }: KnownCall, { body, file }: OwnOptions): Values | undefined {
  const read = body === undefined ? undefined : readBody(textIn(body));
  return file !== undefined && carriesText(route) ? { ...read, content: textIn(file) } : read;
}

function rowsAsked({ name, route }: KnownCall, { all, output }: OwnOptions): Rows | null {
  if (all === true && !hasPages(route)) throw new Error(`${name} has no pages: leave --all out.`);
  const rows = rowsOf(route);
  if (rows === null && output !== undefined && output !== 'json') throw new Error(`${name} answers no rows: leave --output ${output} out.`);
  return rows;
}

/** undefined: nothing was said. */
function outputOf({ output, all }: OwnOptions, json: boolean): Output | undefined {
  const known = outputs.find((one) => one === output);
  if (output !== undefined && known === undefined) throw new Error(`--output is ${outputs.join(', ')}, not ${output}.`);
  if (known === 'json' && all === true) throw new Error('--all writes rows as they come: say --output ndjson or csv.');
  return known ?? (json ? 'json' : undefined);
}

async function fileOf({ name, route }: KnownCall, file: string | undefined): Promise<File | undefined> {
  const { takesFile } = route;
  if (takesFile === undefined) {
    if (file === undefined || carriesText(route)) return undefined;
    throw new Error(`${name} takes no --file.`);
  }
  if (file === undefined) throw new Error(`${name} needs --file.`);
  if (statSync(file).size > takesFile.bytesMax) throw new Error(`${file} has more than ${takesFile.bytesMax} bytes.`);
  return new File([await openAsBlob(file)], path.basename(file));
}

async function* textOf(answer: Row, output: Output | undefined, rows: Rows | null): AsyncGenerator<string> {
  if (output === undefined) yield `${JSON.stringify(answer, null, 2)}\n`;
  else if (output === 'json' || rows === null) yield `${JSON.stringify(answer)}\n`;
  else yield* linesOf(answer[rows.name] as readonly Row[], rows.columns, output);
}

/** Those of every page: the next is asked for once the one before is written. */
async function* rowsOfAll(server: ServerOptions, route: RouteDef, { query, ...input }: Input, { name }: Rows): AsyncGenerator<Row> {
  for (let after = query['after']; ; ) {
    const page = (await callServer<RouteDef>(server, route, { ...input, query: { ...query, after } } as never)) as Row;
    yield* page[name] as readonly Row[];
    after = page['next'];
    if (after === null || after === undefined) return;
  }
}
