// The command line. Commands over HTTP are in `commands/`, those that operate a database
// directly in `operate/`, loaded when they are asked for since they bring half the server along; each says what it did, as text or with
// `--json` as one JSON object. Exit codes: 0 done · 1 it found a fault · 2 it could not do it · 78 settings are wrong.

import { readFileSync, rmSync } from 'node:fs';
import { Command } from '@commander-js/extra-typings';
import { runWitness, writeWitnessKey } from '@countinghouse/verifier/witness/command';
import { setOpeningRules, showOpeningRules } from './commands/accounts.ts';
import { saveReceipt, verifyReceipts } from './commands/anchors.ts';
import { packArchive, verifyReports } from './commands/audit-pack.ts';
import { postIntent, signIntent } from './commands/intents.ts';
import { setMetadata, showMetadata } from './commands/metadata.ts';
import { exportSubject } from './commands/privacy.ts';
import { importStatement, runMatch, showStatus, undoMatch } from './commands/recon.ts';
import { listWitnesses } from './commands/witnesses.ts';
import { importIntents } from './intent-import/run.ts';
import { moveIn } from './move-in/run.ts';
import { finish } from './operate/finish.ts';

function version(): string {
  return (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly version: string }).version;
}

const program = new Command('countinghouse')
  .description('Operates a Countinghouse ledger. Settings are those of the server: DATA_DIR, DATABASE_URL, …')
  .version(version(), '--version', 'say which version this is')
  .option('--json', 'answer with one JSON object');
const asJson = (): boolean => program.opts().json === true;
const serverUrl = process.env['COUNTINGHOUSE_URL'] ?? 'http://127.0.0.1:3000';
const TENANT = 'id of the organisation, where the credential does not say which';

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
  .command('sessions')
  .description('Where people are signed in')
  .command('end')
  .description('End them: of one person, or of everybody')
  .option('--email <address>', 'of whom')
  .option('--all', 'of everybody')
  .action((options) => finish(async () => (await import('./operate/sessions.ts')).endSessions(options, asJson())));

program
  .command('second-factor')
  .description('Second factors of people')
  .command('remove')
  .description('Remove the second factor and the passkeys of somebody who lost them')
  .requiredOption('--email <address>', 'of whom')
  .action((options) => finish(async () => (await import('./operate/second-factor.ts')).removeSecondFactor(options, asJson())));

const allowList = program.command('allow-list').description('Addresses and networks that organisations take calls from');

allowList
  .command('show')
  .description('Say from where an organisation takes calls')
  .requiredOption('--tenant <id>', 'id of the organisation')
  .action((options) => finish(async () => (await import('./operate/allow-list.ts')).showAllowList(options.tenant, asJson())));

allowList
  .command('clear')
  .description('Empty the list of an organisation that lets nobody in any more; its log keeps that the operator did')
  .requiredOption('--tenant <id>', 'id of the organisation')
  .action((options) => finish(async () => (await import('./operate/allow-list.ts')).clearAllowList(options.tenant, asJson())));

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
  .command('audit-pack <file>')
  .description('Write an archive and its verifier into one HTML file, which an auditor opens from disk without a network')
  .option('--archive <file>', 'the archive; - for the standard input')
  .option('--organisation <id>', 'in the place of an archive: the organisation, whose log is archived as it is now')
  .option('--key <file>', 'chain keys that the file is to carry; the page says that they prove nothing by themselves')
  .action((file, { archive, organisation, key }) =>
    finish(async () => {
      if ((archive === undefined) === (organisation === undefined)) throw new Error('Name an --archive or an --organisation.');
      if (archive !== undefined) return packArchive(archive, file, key ?? null, asJson());
      const made = `${file}.jsonl.gz`;
      await (await import('./operate/archive.ts')).writeArchiveFile(String(organisation), made);
      try {
        return await packArchive(made, file, key ?? null, asJson());
      } finally {
        rmSync(made, { force: true });
      }
    }),
  );

program
  .command('doctor')
  .description('Look at settings, database, schema, privileges and chains, and say what is wrong')
  .action(() => finish(async () => (await import('./operate/doctor.ts')).doctor(asJson())));

program
  .command('distribute')
  .description('Spread the tables of organisations over the machines of a Citus cluster; while no server runs')
  .option('--shards <number>', 'so many shards, fixed from then on: at least a few for each processor there will ever be', '32')
  .action((options) => finish(async () => (await import('./operate/spread.ts')).distributeAll(options.shards, asJson())));

program
  .command('tenants')
  .description('Say which organisations there are, with their events and accounts, and on which machine each lies')
  .option('--by <order>', 'size: those with the most events first', 'size')
  .option('--limit <number>', 'so many', '100')
  .action((options) => finish(async () => (await import('./operate/spread.ts')).listTenants(options, asJson())));

program
  .command('rebalance')
  .description('Move organisations between the machines of a Citus cluster while they are posted to: one, or what evens out their bytes')
  .option('--tenant <id>', 'only this organisation')
  .option('--to <host:port>', 'with --tenant: the machine that it goes to; else the one with the fewest bytes')
  .option('--alone', 'with --tenant: give it a shard of its own first, so that no other moves with it')
  .action((options) => finish(async () => (await import('./operate/spread.ts')).rebalanceAll(options, asJson())));

program
  .command('backup')
  .description('Back up database, objects and keys while the server runs')
  .option('--to <directory>', 'where the backup goes, empty or with earlier backups of this database; else BACKUP_DIR')
  .option('--keys-to <directory>', 'where the keys go, which never lie with the backup; else BACKUP_KEYS_DIR')
  .action((options) => finish(async () => (await import('./operate/backup.ts')).backUp(options, asJson())));

program
  .command('restore')
  .description('Bring a backup back into a new data directory, and say where each log ends')
  .requiredOption('--from <directory>', 'where the backup is')
  .requiredOption('--to <directory>', 'the data directory: one that is not there yet, or is empty')
  .option('--keys-from <directory>', 'where its keys are; else BACKUP_KEYS_DIR')
  .option('--at <instant>', 'as it was then, as 2026-01-31T12:00:00Z; else all there is')
  .action((options) => finish(async () => (await import('./operate/backup.ts')).restore(options, asJson())));

program
  .command('drill')
  .description('Restore a backup beside, verify it against everything known outside of it, and say RPO and RTO; 1 where it found something')
  .option('--from <directory>', 'where the backup is; else BACKUP_DIR')
  .option('--keys-from <directory>', 'where its keys are; else BACKUP_KEYS_DIR')
  .option('--in <directory>', 'where to restore to; else DRILL_DIR')
  .action((options) => finish(async () => (await import('./operate/backup.ts')).runDrill(options, asJson())));

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
  .option('--url <address>', 'the server', serverUrl)
  .option('--key <file>', 'sign it first, with this private JWK')
  .option('--kid <name>', 'name of the key, as for sign')
  .option('--receipt <file>', 'write its receipt there, as `intent receipt` does')
  .action((file, options) => finish(() => postIntent(file, options, asJson())));

intent
  .command('import')
  .description('Post a file of intents, one a line as JSON, each exactly once for its key; 1 when some were not executed')
  .argument('<file>', 'NDJSON; - for the standard input')
  .option('--key-prefix <name>', 'lines without intent_id and idem_key get <name>:<number of the line> as both')
  .option('--results <file>', 'write there what became of each line; lines that it answers already are not sent again')
  .option('--receipts <folder>', 'write there the receipt of each intent that is decided, as a file that proves itself (.tlog-proof)')
  .option('--batch <number>', 'intents a call, at most 500', '500')
  .option('--concurrency <number>', 'calls at once, at most 16; more than one where the order of the lines does not matter', '1')
  .option('--atomic', 'each batch is executed as a whole or not at all')
  .option('--stop-on-error', 'send nothing more after the first line that is malformed, rejected or refused')
  .option('--url <address>', 'the server', serverUrl)
  .action((file, options) => finish(() => importIntents(file, options, asJson())));

intent
  .command('receipt')
  .description('Write the receipt of an intent as a file that anybody can check without asking the server (C2SP tlog-proof)')
  .argument('<intent>', 'its id')
  .option('--out <file>', 'where to write it, as a COSE receipt where the name ends in .cose; else to the standard output')
  .option('--url <address>', 'the server', serverUrl)
  .option('--tenant <id>', TENANT)
  .action((intentId, options) => finish(() => saveReceipt(intentId, options)));

program
  .command('import')
  .description('Move a ledger of another program in: says what it would open and post, and what stands in its way; 1 where something does')
  .argument('<file>', 'what the other program wrote; of pgledger a folder')
  .requiredOption('--from <program>', 'formance, blnk, pgledger, gnucash, hledger, beancount or csv-journal')
  .requiredOption('--tenant <id>', 'id of the organisation')
  .option('--name <name>', 'name of this import, in each of its keys; else that of the program')
  .option('--map <file>', 'GL accounts of the source’s accounts: [{"account": "Assets:Bank:*", "gl": "1010"}]')
  .option('--commodity <pairs...>', 'what the source calls a currency: $=USD')
  .option('--without <names...>', 'commodities that stay behind; what they were bought for stands as an exchange')
  .option('--since <day>', 'what is before it becomes one opening balance')
  .option('--until <day>', 'what is after it is left out')
  .option('--positive <side>', 'debit or credit: the side of a balance above zero, of programs that know no sides', 'credit')
  .option('--results <file>', 'write there what became of each intent; what it answers already is not sent again')
  .option('--post', 'open the accounts, post, and compare the balances')
  .option('--url <address>', 'the server', serverUrl)
  .action((file, options) => finish(() => moveIn(file, options, asJson())));

program
  .command('verify-receipt')
  .description('Check receipts by nothing but themselves and a key; 1 where one does not hold, 3 where no key was given')
  .argument('<file...>', 'receipts: .tlog-proof or .cose')
  .option('--key <file...>', 'chain keys that you know to be the organisation’s: a JWK, a JWK set, PEM or thumbprints')
  .option('--policy <file>', 'witnesses that you know, and how many of them must have cosigned (C2SP tlog-policy)')
  .action((files, options) => finish(() => verifyReceipts(files, options, asJson())));

const witness = program.command('witness').description('Witnesses of logs (C2SP tlog-witness)');

witness
  .command('run', { isDefault: true })
  .description('Be a witness of the logs of others: cosign what grew, and never two histories of one log')
  .requiredOption('--listen <host:port>', 'where to listen; port 0 takes a free one')
  .requiredOption('--data <folder>', 'where it remembers what it cosigned: never to be lost or put back')
  .requiredOption('--key <file>', 'its key, as made by witness key')
  .requiredOption('--logs <file>', 'a line “log <vkey>” for each key of each log')
  .action((options) => finish(() => runWitness(options)));

witness
  .command('key')
  .description('Make the key of a witness, and say its vkey: what owners and policies name it by')
  .requiredOption('--name <name>', 'its name, as witness.example/books')
  .requiredOption('--out <file>', 'the file to make')
  .action((options) => finish(async () => writeWitnessKey(options.name, options.out)));

witness
  .command('list')
  .description('Say the key of a log and how its witnesses are; 1 where one refuses the log, or was not heard of for an hour')
  .option('--url <address>', 'the server', serverUrl)
  .option('--tenant <id>', TENANT)
  .action((options) => finish(() => listWitnesses(options, asJson())));

program
  .command('verify-report')
  .description('Check the reports that auditors signed in an audit pack; 1 where one does not hold, 3 where no key was given')
  .argument('<file...>', 'reports')
  .option('--key <file...>', 'keys that you know to be the auditors’: a JWK, a JWK set, PEM or thumbprints')
  .action((files, options) => finish(() => verifyReports(files, options.key ?? [], asJson())));

const said = program.command('metadata').description('Metadata of intents, accounts, entities and parties, over HTTP');

said
  .command('show')
  .description('Say what is kept; with --json also the latest changes')
  .argument('<what>', 'intent, account, entity or party')
  .argument('<id>', 'its id')
  .option('--url <address>', 'the server', serverUrl)
  .option('--tenant <id>', TENANT)
  .action((what, id, options) => finish(() => showMetadata(what, id, options, asJson())));

said
  .command('set')
  .description('Give keys their values; what was said before stays in the log')
  .argument('<what>', 'intent, account, entity or party')
  .argument('<id>', 'its id')
  .argument('[pairs...]', 'key=value')
  .option('--remove <keys...>', 'keys to remove')
  .option('--url <address>', 'the server', serverUrl)
  .option('--tenant <id>', TENANT)
  .action((what, id, pairs, options) => finish(() => setMetadata(what, id, pairs, options, asJson())));

const openingRules = program.command('opening-rules').description('Rules by which accounts are opened on first use, over HTTP');

openingRules
  .command('show')
  .description('Say which rules there are; with --json as a file that can be set')
  .option('--url <address>', 'the server', serverUrl)
  .option('--tenant <id>', TENANT)
  .action((options) => finish(() => showOpeningRules(options, asJson())));

openingRules
  .command('set')
  .description('Set all rules, in place of those there are')
  .argument('<file>', '{"rules": [{"prefix": "CUSTOMER-", "gl_account": "2100"}]}; - for the standard input')
  .option('--url <address>', 'the server', serverUrl)
  .option('--tenant <id>', TENANT)
  .action((file, options) => finish(() => setOpeningRules(file, options, asJson())));

program
  .command('mcp')
  .description(
    'Let an assistant read the ledger and propose, over the Model Context Protocol: with the key in COUNTINGHOUSE_API_KEY over the standard streams, or with the key of each request',
  )
  .option('--url <address>', 'the server', serverUrl)
  .option('--listen <host:port>', 'over HTTP, where /mcp is answered; port 0 takes a free one')
  .option('--read-only', 'offer no proposals; without it a key that could post by itself is refused')
  .action((options) => finish(async () => (await import('./assistants/command.ts')).runMcp(options, version())));

const recon = program.command('recon').description('Reconciliation of bank statements, over HTTP');

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
