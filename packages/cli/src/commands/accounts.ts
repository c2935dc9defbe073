// Accounts over HTTP: the rules by which they are opened on first use, shown as they are set, and set all at once from a file.

import { readFileSync } from 'node:fs';
import { accounts } from '@countinghouse/contract/features/accounts';
import type { RouteInput } from '@countinghouse/contract/wire';
import { callServer, type ServerOptions } from '../server.ts';

/** Writes a line a rule to the standard output, or one JSON object that `setOpeningRules` takes as a file. */
export async function showOpeningRules(server: ServerOptions, json: boolean): Promise<number> {
  const { rules } = await callServer(server, accounts.openingRules, {});
  // A GL account's code stands beside its id for whoever reads it; a rule that is set names the account once.
  const asSet = { rules: rules.map(({ gl_code: _, ...rule }) => rule) };
  process.stdout.write(json ? `${JSON.stringify(asSet)}\n` : linesOf(rules));
  return 0;
}

/** `file`: a JSON object with all rules, as `--json` shows them; `-` for the standard input. Throws where they are refused. */
export async function setOpeningRules(file: string, server: ServerOptions, json: boolean): Promise<number> {
  const body = await callServer(server, accounts.setOpeningRules, { body: rulesIn(readFileSync(file === '-' ? 0 : file, 'utf8')) });
  if (json) process.stdout.write(`${JSON.stringify(body)}\n`);
  else if ('rules' in body) process.stdout.write(linesOf(body.rules));
  else process.stdout.write('Another owner has to approve the rules.\n');
  return 0;
}

function rulesIn(text: string): RouteInput<typeof accounts.setOpeningRules>['body'] {
  try {
    return JSON.parse(text) as never;
  } catch (error) {
    throw new Error('the rules are no JSON: say {"rules": [{"prefix": "CUSTOMER-", "gl_account": "2100"}]}', { cause: error });
  }
}

interface Shown {
  readonly prefix: string;
  readonly gl_code: string;
  readonly currency: string | null;
  readonly kind: string;
  readonly floor_minor: string | null;
}

const linesOf = (rules: readonly Shown[]): string =>
  rules.length === 0
    ? 'There are no rules: no account is opened on first use.\n'
    : rules
        .map(({ prefix, gl_code, currency, kind, floor_minor }) => [
          prefix,
          `GL ${gl_code}`,
          currency ?? 'any currency',
          kind,
          floor_minor === null ? 'no floor' : `floor ${floor_minor} minor units`,
        ])
        .map((cells) => `${cells.join('\t')}\n`)
        .join('');
