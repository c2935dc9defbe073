// Commands that read and keep books over HTTP.

import { finish } from '../operate/finish.ts';
import { type Program, type Setting, TENANT } from './setting.ts';

export function addBooks(program: Program, { asJson, serverUrl, version }: Setting): void {
  const said = program.command('metadata').description('Metadata of intents, accounts, entities and parties, over HTTP');

  said
    .command('show')
    .description('Say what is kept; with --json also the latest changes')
    .argument('<what>', 'intent, account, entity or party')
    .argument('<id>', 'its id')
    .option('--url <address>', 'the server', serverUrl)
    .option('--tenant <id>', TENANT)
    .action((what, id, options) => finish(async () => (await import('../commands/metadata.ts')).showMetadata(what, id, options, asJson())));

  said
    .command('set')
    .description('Give keys their values; what was said before stays in the log')
    .argument('<what>', 'intent, account, entity or party')
    .argument('<id>', 'its id')
    .argument('[pairs...]', 'key=value')
    .option('--remove <keys...>', 'keys to remove')
    .option('--url <address>', 'the server', serverUrl)
    .option('--tenant <id>', TENANT)
    .action((what, id, pairs, options) =>
      finish(async () => (await import('../commands/metadata.ts')).setMetadata(what, id, pairs, options, asJson())),
    );

  const openingRules = program.command('opening-rules').description('Rules by which accounts are opened on first use, over HTTP');

  openingRules
    .command('show')
    .description('Say which rules there are; with --json as a file that can be set')
    .option('--url <address>', 'the server', serverUrl)
    .option('--tenant <id>', TENANT)
    .action((options) => finish(async () => (await import('../commands/accounts.ts')).showOpeningRules(options, asJson())));

  openingRules
    .command('set')
    .description('Set all rules, in place of those there are')
    .argument('<file>', '{"rules": [{"prefix": "CUSTOMER-", "gl_account": "2100"}]}; - for the standard input')
    .option('--url <address>', 'the server', serverUrl)
    .option('--tenant <id>', TENANT)
    .action((file, options) => finish(async () => (await import('../commands/accounts.ts')).setOpeningRules(file, options, asJson())));

  program
    .command('mcp')
    .description(
      'Let an assistant read the ledger and propose, over the Model Context Protocol: with the key in COUNTINGHOUSE_API_KEY over the standard streams, or with the key of each request',
    )
    .option('--url <address>', 'the server', serverUrl)
    .option('--listen <host:port>', 'over HTTP, where /mcp is answered; port 0 takes a free one')
    .option('--read-only', 'offer no proposals; without it a key that could post by itself is refused')
    .action((options) => finish(async () => (await import('../assistants/command.ts')).runMcp(options, version)));

  const recon = program.command('recon').description('Reconciliation of bank statements, over HTTP');

  recon
    .command('import')
    .description('Take in statement rows; what is there already is counted and changes nothing')
    .argument('<file>', 'a JSON array of rows, or a camt.053, MT940, BAI2, OFX or CSV file; - for the standard input')
    .option('--source <name>', 'the source that the file comes from')
    .option('--account <code>', 'the account that it tells about, where no source says so')
    .option('--encoding <name>', 'of MT940, BAI2 or CSV that is neither UTF-8 nor Windows-1252: windows-1250, iso-8859-2, …')
    .option('--url <address>', 'the server', serverUrl)
    .option('--tenant <id>', TENANT)
    .action((file, options) => finish(async () => (await import('../commands/recon.ts')).importStatement(file, options, asJson())));

  recon
    .command('match')
    .description('Match what is open')
    .option('--url <address>', 'the server', serverUrl)
    .option('--tenant <id>', TENANT)
    .action((options) => finish(async () => (await import('../commands/recon.ts')).runMatch(options, asJson())));

  recon
    .command('status')
    .description('Say how many rows are matched and how many are not')
    .option('--url <address>', 'the server', serverUrl)
    .option('--tenant <id>', TENANT)
    .action((options) => finish(async () => (await import('../commands/recon.ts')).showStatus(options, asJson())));

  recon
    .command('unmatch <match>')
    .description('Undo one match')
    .option('--url <address>', 'the server', serverUrl)
    .option('--tenant <id>', TENANT)
    .action((match, options) => finish(async () => (await import('../commands/recon.ts')).undoMatch(match, options, asJson())));
}
