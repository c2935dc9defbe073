// Commands for every call under /api/v1 that an API key may make. They read their words themselves, since which options there are follows from
// the call that is named.

import { finish } from '../operate/finish.ts';
import type { Program, Setting } from './setting.ts';

export function addCalls(program: Program, { asJson, serverUrl }: Setting): void {
  program
    .command('calls')
    .description('Say which calls can be made with `call`: those with all the words, or all')
    .argument('[words...]', 'in name, address, grant or summary')
    .action((words) => finish(async () => (await import('../calls/run.ts')).listCalls(words, asJson())));

  program
    .command('call')
    .description('Make any call under /api/v1 that an API key may make: call NAME --FIELD VALUE …; call NAME --help says its fields')
    .argument('[words...]', 'name of the call, and its fields')
    .helpOption(false)
    .allowUnknownOption()
    .action((words) => finish(async () => (await import('../calls/run.ts')).callByName(words, asJson(), serverUrl)));
}
