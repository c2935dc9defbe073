// The command line. Commands over HTTP are in `commands/`, those that operate a database
// directly in `operate/`, loaded when they are asked for since they bring half the server along; each says what it did, as text or with
// `--json` as one JSON object. Exit codes: 0 done · 1 it found a fault · 2 it could not do it · 78 settings are wrong.

import { Command } from '@commander-js/extra-typings';
import { postIntent, signIntent } from './commands/intents.ts';
import { exportSubject } from './commands/privacy.ts';
import { importStatement, runMatch, showStatus, undoMatch } from './commands/recon.ts';
import { importIntents } from './intent-import/run.ts';
import { finish } from './operate/finish.ts';

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
  .action((options) => finish(async () => (await import('./operate/owner.ts')).createOwner(options, asJson())));

program
  .command('migrate')
  .description('Apply the migrations that are missing')
  .action(() => finish(async () => (await import('./operate/migrate.ts')).migrateDatabase(asJson())));

program
  .command('replay')
  .description('Rebuild every projection from the events and compare it with what is stored')
  .option('--compare', 'compare with what is stored (always done; the option says so)')
  .option('--tenant <id>', 'only this organisation')
  .action((options) => finish(async () => (await import('./operate/replay.ts')).replayAll(options.tenant ?? null, asJson())));

program
  .command('archive <organisation> <file>')
  .description('Write the whole log of an organisation into one file that `npm run verify` proves; compressed where the name ends in .gz')
  .action((organisation, file) => finish(async () => (await import('./operate/archive.ts')).archiveTenant(organisation, file, asJson())));

program
  .command('doctor')
  .description('Look at settings, database, schema, privileges and chains, and say what is wrong')
  .action(() => finish(async () => (await import('./operate/doctor.ts')).doctor(asJson())));

const loss = program.command('loss').description('Databases that went back: events that were answered and are gone');

loss
  .command('list')
  .description('Say of which organisations, and which events; exits with 1 where there are any')
  .action(() => finish(async () => (await import('./operate/loss.ts')).listLosses(asJson())));

loss
  .command('accept')
  .description('Go on without them; the log keeps who accepted it')
  .argument('<organisation>', 'its id')
  .requiredOption('--from <seq>', 'the first event that is lost')
  .requiredOption('--to <seq>', 'the last event that is lost')
  .requiredOption('--owner <address>', 'e-mail of the owner who accepts it')
  .action((organisation, options) => finish(async () => (await import('./operate/loss.ts')).acceptLoss(organisation, options, asJson())));

const mail = program.command('mail').description('Mail that could not be delivered');

mail
  .command('list')
  .description('List it: what it was, since when, and the code of the mail server')
  .action(() => finish(async () => (await import('./operate/mail.ts')).listMail(asJson())));

mail
  .command('retry')
  .description('Try it again; what is left is tried by the server that runs, or by the next one')
  .option('--id <id>', 'only this mail')
  .action((options) => finish(async () => (await import('./operate/mail.ts')).retryMail(options.id ?? null, asJson())));

program
  .command('policy')
  .description('Policies')
  .command('test')
  .description('Say which past intents a policy would have refused; nothing is changed')
  .argument('<file|id>', 'a JSON file with its spec, or the id of a control')
  .option('--since <date>', 'only intents posted from this day, or instant, on')
  .option('--tenant <id>', 'the organisation, where there are several')
  .action((what, options) => finish(async () => (await import('./operate/policy.ts')).testPolicy(what, options, asJson())));

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

intent
  .command('import')
  .description('Post a file of intents, one a line as JSON, each exactly once for its key; 1 when some were not executed')
  .argument('<file>', 'NDJSON; - for the standard input')
  .option('--key-prefix <name>', 'lines without intent_id and idem_key get <name>:<number of the line> as both')
  .option('--results <file>', 'write there what became of each line; lines that it answers already are not sent again')
  .option('--batch <number>', 'intents a call, at most 500', '500')
  .option('--concurrency <number>', 'calls at once, at most 16; more than one where the order of the lines does not matter', '1')
  .option('--atomic', 'each batch is executed as a whole or not at all')
  .option('--stop-on-error', 'send nothing more after the first line that is malformed, rejected or refused')
  .option('--url <address>', 'the server', process.env['COUNTINGHOUSE_URL'] ?? 'http://127.0.0.1:3000')
  .action((file, options) => finish(() => importIntents(file, options, asJson())));

const recon = program.command('recon').description('Reconciliation of bank statements, over HTTP');
const serverUrl = process.env['COUNTINGHOUSE_URL'] ?? 'http://127.0.0.1:3000';
const TENANT = 'id of the organisation, where the credential does not say which';

recon
  .command('import')
  .description('Take in statement rows; what is there already is counted and changes nothing')
  .argument('<file>', 'a JSON array of rows, or a camt.053, MT940, BAI2, OFX or CSV file; - for the standard input')
  .option('--source <name>', 'the source that the file comes from')
  .option('--account <code>', 'the account that it tells about, where no source says so')
  .option('--url <address>', 'the server', serverUrl)
  .option('--tenant <id>', TENANT)
  .action((file, options) => finish(() => importStatement(file, options, asJson())));

recon
  .command('match')
  .description('Match what is open')
  .option('--url <address>', 'the server', serverUrl)
  .option('--tenant <id>', TENANT)
  .action((options) => finish(() => runMatch(options, asJson())));

recon
  .command('status')
  .description('Say how many rows are matched and how many are not')
  .option('--url <address>', 'the server', serverUrl)
  .option('--tenant <id>', TENANT)
  .action((options) => finish(() => showStatus(options, asJson())));

recon
  .command('unmatch <match>')
  .description('Undo one match')
  .option('--url <address>', 'the server', serverUrl)
  .option('--tenant <id>', TENANT)
  .action((match, options) => finish(() => undoMatch(match, options, asJson())));

const personal = program.command('privacy').description('Personal data');

personal
  .command('export')
  .description('Write everything that is held about one person or party to the standard output, as JSON; over HTTP, as an owner')
  .option('--email <address>', 'the e-mail address')
  .option('--party <id>', 'the party')
  .option('--tenant <id>', TENANT)
  .option('--url <address>', 'the server', serverUrl)
  .action((options) => finish(() => exportSubject(options)));

personal
  .command('replay-tombstones')
  .description('Erase again what was erased since the database was backed up; a start does it by itself')
  .action(() => finish(async () => (await import('./operate/privacy.ts')).replayErasures(asJson())));

const keys = program.command('keys').description('The master key, and the keys that are wrapped under it');

keys
  .command('rewrap')
  .description('Wrap every key anew: after KMS_KEY_ID was set')
  .action(() => finish(async () => (await import('./operate/keys.ts')).rewrapKeys(asJson())));

keys
  .command('replace-master')
  .description('Make a new local master key, and wrap every key anew; the server is to be stopped meanwhile')
  .action(() => finish(async () => (await import('./operate/keys.ts')).replaceMaster(asJson())));

await program.parseAsync();
