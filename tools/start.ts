// The whole product in one process: the console is built, if its sources changed, while the database starts.
import { flushCompileCache } from 'node:module';
import { start } from '@countinghouse/server/main';
import { buildConsole } from './build-console.ts';

const consoleBuilt = buildConsole();
consoleBuilt.catch(() => {}); // it may fail before the server waits for it; the server then tells
await start(consoleBuilt);
// Now, not at its end: the next start may follow a kill.
flushCompileCache();
