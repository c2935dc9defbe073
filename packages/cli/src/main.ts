// The command line. Which commands there are is in `groups/`, what those over HTTP do in `commands/` and `calls/`, what those do that operate a database
// directly in `operate/`, each loaded when it is asked for, since some bring half the server along; each says what it did, as text or with
// `--json` as one JSON object. Exit codes: 0 done · 1 it found a fault · 2 it could not do it · 78 settings are wrong.

import { readFileSync } from 'node:fs';
import { Command } from '@commander-js/extra-typings';
import { addBooks } from './groups/books.ts';
import { addCalls } from './groups/calls.ts';
import { addIntents } from './groups/intents.ts';
import { addOperating } from './groups/operating.ts';
import { addPrivacyAndKeys } from './groups/privacy-and-keys.ts';
import { addProofs } from './groups/proofs.ts';
import type { Setting } from './groups/setting.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly version: string };

const program = new Command('countinghouse')
  .description('Operates a Countinghouse ledger. Settings are those of the server: DATA_DIR, DATABASE_URL, …')
  .version(version, '--version', 'say which version this is')
  .option('--json', 'answer with one JSON object');

const setting: Setting = {
  asJson: () => program.opts().json === true,
  serverUrl: process.env['COUNTINGHOUSE_URL'] ?? 'http://127.0.0.1:3000',
  version,
};
// In the order in which the help lists them.
for (const add of [addOperating, addIntents, addCalls, addProofs, addBooks, addPrivacyAndKeys]) add(program, setting);

await program.parseAsync();
