// Commands for personal data, and for the keys that things are wrapped under.

import { finish } from '../operate/finish.ts';
import { type Program, type Setting, TENANT } from './setting.ts';

export function addPrivacyAndKeys(program: Program, { asJson, serverUrl }: Setting): void {
  const personal = program.command('privacy').description('Personal data');

  personal
    .command('export')
    .description('Write everything that is held about one person or party to the standard output, as JSON; over HTTP, as an owner')
    .option('--email <address>', 'the e-mail address')
    .option('--party <id>', 'the party')
    .option('--tenant <id>', TENANT)
    .option('--url <address>', 'the server', serverUrl)
    .action((options) => finish(async () => (await import('../commands/privacy.ts')).exportSubject(options)));

  personal
    .command('replay-tombstones')
    .description('Erase again what was erased since the database was backed up; a start does it by itself')
    .action(() => finish(async () => (await import('../operate/privacy.ts')).replayErasures(asJson())));

  const keys = program.command('keys').description('The master key, and the keys that are wrapped under it');

  keys
    .command('rewrap')
    .description('Wrap every key anew: after KMS_KEY_ID was set')
    .action(() => finish(async () => (await import('../operate/keys.ts')).rewrapKeys(asJson())));

  keys
    .command('replace-master')
    .description('Make a new local master key, and wrap every key anew; the server is to be stopped meanwhile')
    .action(() => finish(async () => (await import('../operate/keys.ts')).replaceMaster(asJson())));
}
