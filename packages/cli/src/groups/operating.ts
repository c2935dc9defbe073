// Commands that operate a database directly: loaded when they are asked for, since they bring half the server along.

import { rmSync } from 'node:fs';
import { finish } from '../operate/finish.ts';
import type { Program, Setting } from './setting.ts';

/** What an option was given with, each time. */
const collected = (value: string, before: readonly string[]): readonly string[] => [...before, value];

export function addOperating(program: Program, { asJson }: Setting): void {
  program
    .command('owner')
    .description('Owners of organisations')
    .command('create')
    .description('Make an account and an organisation that it owns')
    .requiredOption('--email <address>', 'e-mail to sign in with')
    .requiredOption('--organisation <name>', 'name of the organisation, 2 to 40 characters')
    .option('--name <name>', 'name of the person')
    .option('--currency <code>', 'reporting currency', 'USD')
    .action((options) => finish(async () => (await import('../operate/owner.ts')).createOwner(options, asJson())));

  program
    .command('sessions')
    .description('Where people are signed in')
    .command('end')
    .description('End them: of one person, or of everybody')
    .option('--email <address>', 'of whom')
    .option('--all', 'of everybody')
    .action((options) => finish(async () => (await import('../operate/sessions.ts')).endSessions(options, asJson())));

  program
    .command('second-factor')
    .description('Second factors of people')
    .command('remove')
    .description('Remove the second factor and the passkeys of somebody who lost them')
    .requiredOption('--email <address>', 'of whom')
    .action((options) => finish(async () => (await import('../operate/second-factor.ts')).removeSecondFactor(options, asJson())));

  const allowList = program.command('allow-list').description('Addresses and networks that organisations take calls from');

  allowList
    .command('show')
    .description('Say from where an organisation takes calls')
    .requiredOption('--tenant <id>', 'id of the organisation')
    .action((options) => finish(async () => (await import('../operate/allow-list.ts')).showAllowList(options.tenant, asJson())));

  allowList
    .command('clear')
    .description('Empty the list of an organisation that lets nobody in any more; its log keeps that the operator did')
    .requiredOption('--tenant <id>', 'id of the organisation')
    .action((options) => finish(async () => (await import('../operate/allow-list.ts')).clearAllowList(options.tenant, asJson())));

  program
    .command('migrate')
    .description('Apply the migrations that are missing')
    .action(() => finish(async () => (await import('../operate/migrate.ts')).migrateDatabase(asJson())));

  program
    .command('replay')
    .description('Rebuild every projection from the events and compare it with what is stored')
    .option('--compare', 'compare with what is stored (always done; the option says so)')
    .option('--tenant <id>', 'only this organisation')
    .action((options) => finish(async () => (await import('../operate/replay.ts')).replayAll(options.tenant ?? null, asJson())));

  program
    .command('archive <organisation> <file>')
    .description('Write the whole log of an organisation into one file that `npm run verify` proves; compressed where the name ends in .gz')
    .action((organisation, file) =>
      finish(async () => (await import('../operate/archive.ts')).archiveTenant(organisation, file, asJson())),
    );

  program
    .command('audit-pack <file>')
    .description('Write an archive and its verifier into one HTML file, which an auditor opens from disk without a network')
    .option('--archive <file>', 'the archive; - for the standard input')
    .option('--organisation <id>', 'in the place of an archive: the organisation, whose log is archived as it is now')
    .option('--key <file>', 'chain keys that the file is to carry; the page says that they prove nothing by themselves')
    .action((file, { archive, organisation, key }) =>
      finish(async () => {
        if ((archive === undefined) === (organisation === undefined)) throw new Error('Name an --archive or an --organisation.');
        const { packArchive } = await import('../commands/audit-pack.ts');
        if (archive !== undefined) return packArchive(archive, file, key ?? null, asJson());
        const made = `${file}.jsonl.gz`;
        await (await import('../operate/archive.ts')).writeArchiveFile(String(organisation), made);
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
    .action(() => finish(async () => (await import('../operate/doctor.ts')).doctor(asJson())));

  program
    .command('distribute')
    .description('Spread the tables of organisations over the machines of a Citus cluster; while no server runs')
    .option('--shards <number>', 'so many shards, fixed from then on: at least a few for each processor there will ever be', '32')
    .action((options) => finish(async () => (await import('../operate/spread.ts')).distributeAll(options.shards, asJson())));

  program
    .command('tenants')
    .description('Say which organisations there are, with their events and accounts, and on which machine each lies')
    .option('--by <order>', 'size: those with the most events first', 'size')
    .option('--limit <number>', 'so many', '100')
    .action((options) => finish(async () => (await import('../operate/spread.ts')).listTenants(options, asJson())));

  program
    .command('rebalance')
    .description('Move organisations between the machines of a Citus cluster while they are posted to: one, or what evens out their bytes')
    .option('--tenant <id>', 'only this organisation')
    .option('--to <host:port>', 'with --tenant: the machine that it goes to; else the one with the fewest bytes')
    .option('--alone', 'with --tenant: give it a shard of its own first, so that no other moves with it')
    .action((options) => finish(async () => (await import('../operate/spread.ts')).rebalanceAll(options, asJson())));

  program
    .command('backup')
    .description('Back up database, objects and keys while the server runs')
    .option('--to <directory>', 'where the backup goes, empty or with earlier backups of this database; else BACKUP_DIR')
    .option('--keys-to <directory>', 'where the keys go, which never lie with the backup; else BACKUP_KEYS_DIR')
    .action((options) => finish(async () => (await import('../operate/backup.ts')).backUp(options, asJson())));

  program
    .command('restore')
    .description('Bring a backup back into a new data directory, and say where each log ends')
    .requiredOption('--from <directory>', 'where the backup is')
    .requiredOption('--to <directory>', 'the data directory: one that is not there yet, or is empty')
    .option('--keys-from <directory>', 'where its keys are; else BACKUP_KEYS_DIR')
    .option('--at <instant>', 'as it was then, as 2026-01-31T12:00:00Z; else all there is')
    .action((options) => finish(async () => (await import('../operate/backup.ts')).restore(options, asJson())));

  program
    .command('drill')
    .description(
      'Restore a backup beside, verify it against everything known outside of it, and say RPO and RTO; 1 where it found something',
    )
    .option('--from <directory>', 'where the backup is; else BACKUP_DIR')
    .option('--keys-from <directory>', 'where its keys are; else BACKUP_KEYS_DIR')
    .option('--in <directory>', 'where to restore to; else DRILL_DIR')
    .action((options) => finish(async () => (await import('../operate/backup.ts')).runDrill(options, asJson())));

  program
    .command('prune <organisation>')
    .description(
      'Take old rows out of the database, once an archive that proves them lies elsewhere; statements, balances and proofs still answer',
    )
    .requiredOption('--before <day>', 'what counts before this day, up to the last anchor before it that is kept outside of the database')
    .option('--to <name=directory>', 'where archive and rows are kept beside the object store; may be repeated', collected, [])
    .requiredOption('--owner <address>', 'e-mail of the owner in whose name the log says so')
    .option('--key <file>', 'trusted chain keys by which the archive is to be proven; else those that the database has')
    .option('--compact', 'then give the room back to the disk; reading and posting wait for it')
    .option('--dry-run', 'say what would leave, and take nothing out')
    .action((organisation, options) =>
      finish(async () =>
        (await import('../operate/prune.ts')).prune(organisation, options, asJson(), (await import('../commands/prunes.ts')).proveArchive),
      ),
    );

  program
    .command('restore-pruned <organisation>')
    .description('Bring all rows back into the database that left it')
    .option('--from <directory>', 'a place of `prune` that has them, where the object store has not')
    .action((organisation, options) =>
      finish(async () => (await import('../operate/prune.ts')).restorePruned(organisation, options, asJson())),
    );

  const loss = program.command('loss').description('Databases that went back: events that were answered and are gone');

  loss
    .command('list')
    .description('Say of which organisations, and which events; exits with 1 where there are any')
    .action(() => finish(async () => (await import('../operate/loss.ts')).listLosses(asJson())));

  loss
    .command('accept')
    .description('Go on without them; the log keeps who accepted it')
    .argument('<organisation>', 'its id')
    .requiredOption('--from <seq>', 'the first event that is lost')
    .requiredOption('--to <seq>', 'the last event that is lost')
    .requiredOption('--owner <address>', 'e-mail of the owner who accepts it')
    .action((organisation, options) =>
      finish(async () => (await import('../operate/loss.ts')).acceptLoss(organisation, options, asJson())),
    );

  const mail = program.command('mail').description('Mail that could not be delivered');

  mail
    .command('list')
    .description('List it: what it was, since when, and the code of the mail server')
    .action(() => finish(async () => (await import('../operate/mail.ts')).listMail(asJson())));

  mail
    .command('retry')
    .description('Try it again; what is left is tried by the server that runs, or by the next one')
    .option('--id <id>', 'only this mail')
    .action((options) => finish(async () => (await import('../operate/mail.ts')).retryMail(options.id ?? null, asJson())));

  program
    .command('policy')
    .description('Policies')
    .command('test')
    .description('Say which past intents a policy would have refused; nothing is changed')
    .argument('<file|id>', 'a JSON file with its spec, or the id of a control')
    .option('--since <date>', 'only intents posted from this day, or instant, on')
    .option('--tenant <id>', 'the organisation, where there are several')
    .action((what, options) => finish(async () => (await import('../operate/policy.ts')).testPolicy(what, options, asJson())));
}
