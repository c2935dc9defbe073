// Commands that check without asking a server, and witnesses.

import { finish } from '../operate/finish.ts';
import { type Program, type Setting, TENANT } from './setting.ts';

export function addProofs(program: Program, { asJson, serverUrl }: Setting): void {
  program
    .command('verify-receipt')
    .description('Check receipts by nothing but themselves and a key; 1 where one does not hold, 3 where no key was given')
    .argument('<file...>', 'receipts: .tlog-proof or .cose')
    .option('--key <file...>', 'chain keys that you know to be the organisation’s: a JWK, a JWK set, PEM or thumbprints')
    .option('--policy <file>', 'witnesses that you know, and how many of them must have cosigned (C2SP tlog-policy)')
    .action((files, options) => finish(async () => (await import('../commands/anchors.ts')).verifyReceipts(files, options, asJson())));

  const witness = program.command('witness').description('Witnesses of logs (C2SP tlog-witness)');

  witness
    .command('run', { isDefault: true })
    .description('Be a witness of the logs of others: cosign what grew, and never two histories of one log')
    .requiredOption('--listen <host:port>', 'where to listen; port 0 takes a free one')
    .requiredOption('--data <folder>', 'where it remembers what it cosigned: never to be lost or put back')
    .requiredOption('--key <file>', 'its key, as made by witness key')
    .requiredOption('--logs <file>', 'a line “log <vkey>” for each key of each log')
    .action((options) => finish(async () => (await import('@countinghouse/verifier/witness/command')).runWitness(options)));

  witness
    .command('key')
    .description('Make the key of a witness, and say its vkey: what owners and policies name it by')
    .requiredOption('--name <name>', 'its name, as witness.example/books')
    .requiredOption('--out <file>', 'the file to make')
    .action((options) =>
      finish(async () => (await import('@countinghouse/verifier/witness/command')).writeWitnessKey(options.name, options.out)),
    );

  witness
    .command('list')
    .description('Say the key of a log and how its witnesses are; 1 where one refuses the log, or was not heard of for an hour')
    .option('--url <address>', 'the server', serverUrl)
    .option('--tenant <id>', TENANT)
    .action((options) => finish(async () => (await import('../commands/witnesses.ts')).listWitnesses(options, asJson())));

  program
    .command('verify-report')
    .description('Check the reports that auditors signed in an audit pack; 1 where one does not hold, 3 where no key was given')
    .argument('<file...>', 'reports')
    .option('--key <file...>', 'keys that you know to be the auditors’: a JWK, a JWK set, PEM or thumbprints')
    .action((files, options) =>
      finish(async () => (await import('../commands/audit-pack.ts')).verifyReports(files, options.key ?? [], asJson())),
    );
}
