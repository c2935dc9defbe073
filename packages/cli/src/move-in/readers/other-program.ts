// Programs that read their own language themselves: nobody knows it better.

import { spawnSync } from 'node:child_process';
import { SourceFault } from '../books.ts';

/** A journal of a million transactions is a gigabyte of JSON. */
const OUTPUT_BYTES_MAX = 2 ** 31;
const LINES_SAID_MAX = 6;

/** What the program writes to its standard output. Throws SourceFault with what it says is wrong, or where it is not there. */
export function ask(program: string, words: readonly string[], input = ''): string {
  const ran = spawnSync(program, words, { input, encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX, env: inUtf8(process.env) });
  if (ran.error !== undefined) {
    const missing = (ran.error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new SourceFault(missing ? `${program} is not installed here: it reads its own files` : `${program}: ${ran.error.message}`);
  }
  if (ran.status === 0) return ran.stdout;
  const said = ran.stderr.trim().split('\n').slice(0, LINES_SAID_MAX).join('\n');
  throw new SourceFault(said === '' ? `${program} ended with ${ran.status ?? ran.signal}` : said);
}

/** Programs read files by the locale: in one of ASCII alone, as containers and cron have it, hledger stops at the first letter beyond. */
function inUtf8(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find((name) => name !== undefined && name !== '') ?? 'C';
  return /^(?:C|POSIX)$/i.test(locale) ? { ...env, LC_ALL: 'C.UTF-8' } : env;
}
