const EXIT = { failed: 2, settings: 78 } as const;

/** Runs a command to its exit code. What it throws is told in one line, without a stack. */
export async function finish(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = (await isAboutSettings(error)) ? EXIT.settings : EXIT.failed;
  }
}

/** What tells them is loaded where something failed, and by nobody who asks for a command that needs neither. */
async function isAboutSettings(error: unknown): Promise<boolean> {
  const [{ ConfigError }, { SettingWrong }] = await Promise.all([import('@countinghouse/server/config'), import('../server.ts')]);
  return error instanceof ConfigError || error instanceof SettingWrong;
}
