// npm run build:client [-- --to <folder>]: makes packages/client a package that can be published: JavaScript with types, for any runtime
// with fetch (Node 20, Deno, Bun, browsers). What it needs of the contract and the kernel comes along, file for file, and no more; of npm
// it needs zod alone. `npm pack` in the folder makes the tarball.

import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runQuietly } from './step.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
/** What a program imports: the client itself, and the routes by feature. */
const entries = ['client/client', 'client/post-all', 'client/api-error', 'client/waits-for-approval'];
const FEATURES = 'contract/features';
const NPM = ['zod'];

/** What an import or export names, also within a type. */
const SPECIFIER = /(^(?:import|export)\b[^'";]*?\bfrom\s*|\bimport\(\s*)(['"])([^'"\s]+)\2/gm;

/** Where a specifier leads from a file: to another file of ours, or null for a package of npm. Throws for any other package. */
function leadsTo(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier).replace(/\.(?:js|ts)$/, '');
  const [, ours, below] = /^@countinghouse\/(\w+)\/(.+)$/.exec(specifier) ?? [];
  if (ours !== undefined && below !== undefined) return `${ours}/${below}`;
  if (NPM.includes(specifier)) return null;
  throw new Error(`${file} imports ${specifier}, which nobody who installs the client has`);
}

/** Copies what the entries need of what was compiled, with specifiers that lead to it. Answers how many files. */
function copyNeeded(compiled: string, to: string, from: readonly string[], ending: '.js' | '.d.ts'): number {
  const waiting = [...from];
  const seen = new Set(waiting);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const [ours = '', ...below] = file.split('/');
    const source = readFileSync(path.join(compiled, ours, 'src', `${below.join('/')}${ending}`), 'utf8');
    const here = file;
    const text = source.replace(SPECIFIER, (whole, before: string, quote: string, specifier: string) => {
      const target = leadsTo(here, specifier);
      if (target === null) return whole;
      if (!seen.has(target)) {
        seen.add(target);
        waiting.push(target);
      }
      const relative = path.posix.relative(path.posix.dirname(here), target);
      return `${before}${quote}${relative.startsWith('.') ? relative : `./${relative}`}.js${quote}`;
    });
    const target = path.join(to, `${file}${ending}`);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text.replace(/\n?\/\/# sourceMappingURL=.*\n?$/, '\n'));
  }
  return seen.size;
}

function describePackage(): object {
  const read = (name: string): Record<string, unknown> =>
    JSON.parse(readFileSync(path.join(root, 'packages', name, 'package.json'), 'utf8')) as Record<string, unknown>;
  const { name, version, description, license } = read('client');
  const { zod } = read('contract')['dependencies'] as { readonly zod: string };
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './features/*': { types: `./${FEATURES}/*.d.ts`, default: `./${FEATURES}/*.js` },
    },
    files: ['index.js', 'index.d.ts', 'client', 'contract', 'kernel'],
    sideEffects: false,
    engines: { node: '>=20.3' },
    dependencies: { zod },
  };
}

/** Builds the package into a folder, which is emptied. Throws where it does not compile. */
export async function buildClient(to: string): Promise<void> {
  const compiled = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-client-'));
  try {
    const args = ['node_modules/typescript/bin/tsc', '-p', 'packages/client/tsconfig.build.json', '--outDir', compiled];
    if (!(await runQuietly({ name: 'tsc packages/client', args })).passed) throw new Error('the client does not compile');
    rmSync(to, { recursive: true, force: true });
    const features = readdirSync(path.join(compiled, FEATURES.replace('/', '/src/')))
      .filter((file) => file.endsWith('.js'))
      .map((file) => `${FEATURES}/${file.slice(0, -'.js'.length)}`);
    copyNeeded(compiled, to, [...entries, ...features], '.js');
    copyNeeded(compiled, to, [...entries, ...features], '.d.ts');
    const index = entries.map((entry) => `export * from './${entry}.js';\n`).join('');
    writeFileSync(path.join(to, 'index.js'), index);
    writeFileSync(path.join(to, 'index.d.ts'), index);
    writeFileSync(path.join(to, 'package.json'), `${JSON.stringify(describePackage(), null, 2)}\n`);
    for (const file of ['LICENSE', 'packages/client/README.md']) copyFileSync(path.join(root, file), path.join(to, path.basename(file)));
  } finally {
    rmSync(compiled, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { to: { type: 'string', default: path.join(root, 'packages/client/dist') } } });
  await buildClient(path.resolve(values.to));
  console.log(`built ${values.to}`);
}
