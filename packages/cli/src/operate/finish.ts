import { ConfigError } from '@countinghouse/server/config';
import { SettingWrong } from '../server.ts';

const EXIT = { failed: 2, settings: 78 } as const;

/** Runs a command to its exit code. What it throws is told in one line, without a stack. */
export async function finish(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = error instanceof ConfigError || error instanceof SettingWrong ? EXIT.settings : EXIT.failed;
  }
}
