// Reconciliation over HTTP: rows or statement files in, matching, its state, and one match undone.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { leftOutWords } from '@countinghouse/contract/bank-files';
import { recon } from '@countinghouse/contract/features/recon';
import { continuityWords } from '@countinghouse/contract/statement-continuity';
import { formatDecimal, parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { callServer, type ServerOptions } from '../server.ts';

interface ImportOptions extends ServerOptions {
  readonly source?: string | undefined;
  readonly account?: string | undefined;
  readonly encoding?: string | undefined;
}

type Told = Readonly<Record<string, unknown>>;

const plural = (n: unknown, one: string): string => `${String(n)} ${one}${n === 1 ? '' : 's'}`;

const showAmount = (amount: string, currency: string): string =>
  `${formatDecimal(parseBalanceE8(amount), minorUnitsOf(currency))} ${currency}`;

function print(body: Told, json: boolean, sentence: string): void {
  process.stdout.write(json ? `${JSON.stringify(body)}\n` : `${sentence}\n`);
}

/** A JSON array of rows, or any statement file that the server reads. Answers 0, also where nothing of it was new. */
export async function importStatement(
  file: string,
  { source, account, encoding, ...server }: ImportOptions,
  json: boolean,
): Promise<number> {
  const bytes = readFileSync(file === '-' ? 0 : file);
  const rows = rowsIn(bytes);
  let body: Told;
  let leftOut = '';
  let warnings: readonly string[] = [];
  if (rows !== null) body = await callServer(server, recon.importRows, { body: { rows } as never });
  else {
    const sent = new File([bytes], file === '-' ? 'statement' : path.basename(file));
    const query = {
      ...(source === undefined ? {} : { source }),
      ...(account === undefined ? {} : { account_code: account }),
      ...(encoding === undefined ? {} : { encoding }),
    };
    // What encodings there are the server says.
    const told = await callServer(server, recon.importFile, { query: query as never }, { file: sent });
    body = told;
    leftOut = leftOutWords(told.left_out);
    warnings = continuityWords(told.continuity, { money: showAmount, day: (day) => day });
  }
  const said = `${plural(body['imported'], 'row')} imported, ${plural(body['duplicates'], 'duplicate')}${leftOut}`;
  print(body, json, [said, ...warnings].join('\n'));
  return 0;
}

/** The rows of a file that begins like a JSON array; null for any other. Throws where it is none after all. */
function rowsIn(bytes: Buffer): readonly unknown[] | null {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (!text.trimStart().startsWith('[')) return null;
  try {
    return JSON.parse(text) as readonly unknown[];
  } catch (error) {
    throw new Error('Import payload must be valid JSON array', { cause: error });
  }
}

export async function runMatch(server: ServerOptions, json: boolean): Promise<number> {
  const body = await callServer(server, recon.match, {});
  const { status } = body['run'] as { readonly status: string };
  print(body, json, `${plural(body['matched'], 'row')} matched${status === 'running' ? ' so far; the server goes on' : ''}`);
  return 0;
}

export async function showStatus(server: ServerOptions, json: boolean): Promise<number> {
  const body = await callServer(server, recon.status, {});
  print(
    body,
    json,
    `${String(body['matched'])} matched, ${String(body['unmatched'])} unmatched, ${plural(body['exceptions'], 'exception')}`,
  );
  return 0;
}

export async function undoMatch(id: string, server: ServerOptions, json: boolean): Promise<number> {
  print(await callServer(server, recon.unmatch, { params: { id } }), json, 'undone');
  return 0;
}
