// Commands that sign and post intents, and that move the books of another program in.

import { finish } from '../operate/finish.ts';
import { type Program, type Setting, TENANT } from './setting.ts';

export function addIntents(program: Program, { asJson, serverUrl }: Setting): void {
  const intent = program.command('intent').description('Intents, over HTTP');

  intent
    .command('sign')
    .description('Sign an intent with a private key (JWK, Ed25519 or P-256); the file may be - for the standard input')
    .argument('<file>', 'the intent as JSON')
    .requiredOption('--key <file>', 'private JWK; it does not leave this machine')
    .option('--kid <name>', 'name of the key, where it is another than that of the file or its thumbprint')
    .option('--out <file>', 'where to write it; else to the standard output')
    .action((file, options) => finish(async () => (await import('../commands/intents.ts')).signIntent(file, options)));

  intent
    .command('post')
    .description('Post an intent, exactly once for its idempotency key; 1 when it is rejected')
    .argument('<file>', 'the intent as JSON, signed where the organisation asks for it')
    .option('--url <address>', 'the server', serverUrl)
    .option('--key <file>', 'sign it first, with this private JWK')
    .option('--kid <name>', 'name of the key, as for sign')
    .option('--receipt <file>', 'write its receipt there, as `intent receipt` does')
    .action((file, options) => finish(async () => (await import('../commands/intents.ts')).postIntent(file, options, asJson())));

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
    .action((file, options) => finish(async () => (await import('../intent-import/run.ts')).importIntents(file, options, asJson())));

  intent
    .command('receipt')
    .description('Write the receipt of an intent as a file that anybody can check without asking the server (C2SP tlog-proof)')
    .argument('<intent>', 'its id')
    .option('--out <file>', 'where to write it, as a COSE receipt where the name ends in .cose; else to the standard output')
    .option('--url <address>', 'the server', serverUrl)
    .option('--tenant <id>', TENANT)
    .action((intentId, options) => finish(async () => (await import('../commands/anchors.ts')).saveReceipt(intentId, options)));

  program
    .command('import')
    .description(
      'Move a ledger of another program in: says what it would open and post, and what stands in its way; 1 where something does',
    )
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
    .action((file, options) => finish(async () => (await import('../move-in/run.ts')).moveIn(file, options, asJson())));
}
