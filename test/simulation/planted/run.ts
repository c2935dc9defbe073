// npm run simulate -- --planted: every planted bug in a copy of the sources, and whether it is caught. First everything that is to catch one runs
// on the copy as it is, and must pass. Exit code 0: each was caught, and what is said to be harmless is.

import { spawn } from 'node:child_process';
import { copySources } from '../../../tools/source-copy.ts';
import { type Planted, planted } from './bugs.ts';

interface Ran {
  readonly passed: boolean;
  readonly output: string;
}

const runIn = (cwd: string, args: readonly string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd, env: { ...process.env, NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (part: Buffer): void => {
      output += part.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('close', (code) => resolve({ passed: code === 0, output }));
  });

/** What it came to; `null`: it is as it should be. */
function faultOf({ says, harmless }: Planted, { passed, output }: Ran): string | null {
  if (harmless !== undefined) return passed ? null : `is said to be harmless, and is not:\n${tailOf(output)}`;
  if (passed) return 'NOT CAUGHT';
  return says.test(output) ? null : `something else failed:\n${tailOf(output)}`;
}

const SHOWN_CHARACTERS = 2_000;
const tailOf = (output: string): string => output.slice(-SHOWN_CHARACTERS);

/** Plants those whose description has `only` in it; prints the score. True where all is as it should be. */
export async function runPlanted(only: string): Promise<boolean> {
  const chosen = planted.filter(({ bug }) => bug.includes(only));
  const copy = copySources();
  const faults: string[] = [];
  try {
    for (const by of new Map(chosen.map((p) => [p.by.join(' '), p.by])).values()) {
      const { passed, output } = await runIn(copy.root, by);
      console.log(`${passed ? 'holds  ' : 'FAULT  '}  nothing planted: ${by.slice(1).join(' ')}`);
      if (!passed) faults.push(tailOf(output));
    }
    let caught = 0;
    for (const each of chosen) {
      const putBack = copy.change(each.edits);
      const fault = faultOf(each, await runIn(copy.root, each.by));
      putBack();
      if (fault === null && each.harmless === undefined) caught += 1;
      if (fault !== null) faults.push(`${each.bug} ${fault}`);
      const outcome = fault !== null ? 'FAULT  ' : each.harmless === undefined ? 'caught ' : 'harmless';
      console.log(`${outcome}  ${each.bug}${each.harmless === undefined ? '' : `: ${each.harmless}`}`);
    }
    const harmless = chosen.filter((p) => p.harmless !== undefined).length;
    console.log(`${caught} of ${chosen.length - harmless} caught, ${harmless} can do no harm`);
  } finally {
    copy.remove();
  }
  for (const fault of faults) console.log(`FAULT ${fault}`);
  return faults.length === 0 && chosen.length > 0;
}
