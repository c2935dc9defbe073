// The command line. Commands over HTTP are in `commands/`, those that operate a database
// directly in `operate/`; each says what it did, as text or with
// `--json` as one JSON object. Exit codes: 0 done · 1 it found a fault · 2 it could not do it · 78 settings are wrong.

import { Command } from '@commander-js/extra-typings';
import { postIntent, signIntent } from './commands/intents.ts';
import { archiveTenant } from './operate/archive.ts';
import { doctor } from './operate/doctor.ts';
import { finish } from './operate/finish.ts';
import { listMail, retryMail } from './operate/mail.ts';
import { migrateDatabase } from './operate/migrate.ts';
import { createOwner } from './operate/owner.ts';
import { testPolicy } from './operate/policy.ts';
import { replayAll } from './operate/replay.ts';

const program = new Command('countinghouse')
  .description('Operates a Countinghouse ledger. Settings are those of the server: DATA_DIR, DATABASE_URL, …')
  .option('--json', 'answer with one JSON object');
const asJson = (): boolean => program.opts().json === true;

program
  .command('owner')
  .description('Owners of organisations')
  .command('create')
  .description('Make an account and an organisation that it owns')
  .requiredOption('--email <address>', 'e-mail to sign in with')
  .requiredOption('--organisation <name>', 'name of the organisation, 2 to 40 characters')
  .option('--name <name>', 'name of the person')
  .option('--currency <code>', 'reporting currency', 'USD')
  .action((options) => finish(() => createOwner(options, asJson())));

program
  .command('migrate')
  .description('Apply the migrations that are missing')
  .action(() => finish(() => migrateDatabase(asJson())));

program
  .command('replay')
  .description('Rebuild every projection from the events and compare it with what is stored')
  .option('--compare', 'compare with what is stored (always done; the option says so)')
  .option('--tenant <id>', 'only this organisation')
  .action((options) => finish(() => replayAll(options.tenant ?? null, asJson())));

program
  .command('archive <organisation> <file>')
  .description('Write the whole log of an organisation into one file that `npm run verify` proves; compressed where the name ends in .gz')
  .action((organisation, file) => finish(() => archiveTenant(organisation, file, asJson())));

program
  .command('doctor')
  .description('Look at settings, database, schema, privileges and chains, and say what is wrong')
  .action(() => finish(() => doctor(asJson())));

const mail = program.command('mail').description('Mail that could not be delivered');

mail
  .command('list')
  .description('List it: what it was, since when, and the code of the mail server')
  .action(() => finish(() => listMail(asJson())));

mail
  .command('retry')
  .description('Try it again; what is left is tried by the server that runs, or by the next one')
  .option('--id <id>', 'only this mail')
  .action((options) => finish(() => retryMail(options.id ?? null, asJson())));

program
  .command('policy')
  .description('Policies')
  .command('test')
  .description('Say which past intents a policy would have refused; nothing is changed')
  .argument('<file|id>', 'a JSON file with its spec, or the id of a control')
  .option('--since <date>', 'only intents posted from this day, or instant, on')
  .option('--tenant <id>', 'the organisation, where there are several')
  .action((what, options) => finish(() => testPolicy(what, options, asJson())));

const intent = program.command('intent').description('Intents, over HTTP');

intent
  .command('sign')
  .description('Sign an intent with a private key (JWK, Ed25519 or P-256); the file may be - for the standard input')
  .argument('<file>', 'the intent as JSON')
  .requiredOption('--key <file>', 'private JWK; it does not leave this machine')
  .option('--kid <name>', 'name of the key, where it is another than that of the file or its thumbprint')
  .option('--out <file>', 'where to write it; else to the standard output')
  .action((file, options) => finish(() => signIntent(file, options)));

intent
  .command('post')
  .description('Post an intent, exactly once for its idempotency key; 1 when it is rejected')
  .argument('<file>', 'the intent as JSON, signed where the organisation asks for it')
  .option('--url <address>', 'the server', process.env['COUNTINGHOUSE_URL'] ?? 'http://127.0.0.1:3000')
  .option('--key <file>', 'sign it first, with this private JWK')
  .option('--kid <name>', 'name of the key, as for sign')
  .action((file, options) => finish(() => postIntent(file, options, asJson())));

await program.parseAsync();
