// Lets any Node start a program that needs Node 24: it runs here if this Node is new enough, else in the Node that the
// project brings (node_modules/.bin/node). Plain JavaScript, because an old Node cannot read TypeScript.
import { spawn, spawnSync } from 'node:child_process';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR_MIN = 24;
const EX_CONFIG = 78; // sysexits.h: the environment is not as it must be

/** Where Node keeps what it compiled, threads included: thousands of modules are most of the time that a start takes. */
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));

/** From here on what is imported is taken from what was compiled before. Where the folder cannot be written to it is compiled each time. */
export const useCompiled = () => module.enableCompileCache(process.env.NODE_COMPILE_CACHE);

const majorOf = (version) => Number(version.replace(/^v/, '').split('.')[0]);

/** Runs a TypeScript program on Node 24 or newer, passing on arguments, signals and exit code; exits with 78 where there is none. */
export async function runOnOwnNode(programUrl) {
  if (majorOf(process.version) >= NODE_MAJOR_MIN) {
    useCompiled();
    await import(programUrl.href);
    return;
  }
  const ownNode = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));
  const found = spawnSync(ownNode, ['--version'], { encoding: 'utf8' });
  if (found.status !== 0 || majorOf(found.stdout) < NODE_MAJOR_MIN) {
    console.error(
      `Node ${NODE_MAJOR_MIN} or newer is needed, this is ${process.version}. Run npm ci without --omit=optional: it brings one.`,
    );
    process.exit(EX_CONFIG);
  }
  const child = spawn(ownNode, [fileURLToPath(programUrl), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}
