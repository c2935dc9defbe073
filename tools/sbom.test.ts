// The bill of materials is what `npm run -s sbom` prints, read back: all that runs is in it, each with where it is from, its hash and a licence that is allowed.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { checkLicences } from './tidy/licences.ts';

interface Bill {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly serialNumber: string;
  readonly components: readonly {
    readonly 'bom-ref': string;
    readonly name: string;
    readonly version: string;
    readonly purl: string;
    readonly scope: string;
    readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
    readonly licenses?: readonly { readonly license?: { readonly id: string }; readonly expression?: string }[];
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}
interface Package {
  readonly dependencies?: Readonly<Record<string, string>>;
}

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (file: string): Package => JSON.parse(readFileSync(`${root}${file}`, 'utf8')) as Package;
/** The parts that are run; the others test it, or are built into the console's files. */
const parts = ['cli', 'client', 'contract', 'kernel', 'server', 'store', 'verifier', 'console'];

let bill: Bill;
beforeAll(() => {
  const printed = execFileSync('npm', ['run', '-s', 'sbom'], { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 });
  bill = JSON.parse(printed) as Bill;
}, 60_000);

test('it says what it is', () => {
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: expect.stringMatching(/^urn:uuid:[0-9a-f-]{36}$/),
  });
});
test('what our packages need is in it, and what that needs, and nothing that only development does', () => {
  const needed = parts.flatMap((part) => Object.keys(read(`packages/${part}/package.json`).dependencies ?? {}));
  const named = new Set(bill.components.map(({ name }) => name));
  expect(needed.length).toBeGreaterThan(50);
  expect(needed.filter((name) => !named.has(name) && !name.startsWith('@countinghouse/'))).toEqual([]);
  expect([...named].filter((name) => ['@biomejs/biome', '@playwright/test', 'knip', 'oxlint'].includes(name))).toEqual([]);
  const known = new Set(bill.components.map((component) => component['bom-ref']));
  const required = bill.components.filter(({ scope }) => scope === 'required').map((component) => component['bom-ref']);
  for (const path of required.filter((ref) => existsSync(`${root}${ref}/package.json`))) {
    const names = Object.keys(read(`${path}/package.json`).dependencies ?? {}).toSorted();
    const found = bill.dependencies.find(({ ref }) => ref === path)?.dependsOn ?? [];
    expect(
      found.every((ref) => known.has(ref)),
      path,
    ).toBe(true);
    expect(
      names.filter((name) => !found.some((ref) => ref.endsWith(`node_modules/${name}`))),
      path,
    ).toEqual([]);
  }
});
test('each has a place, a hash and a licence that is allowed', () => {
  for (const { name, version, purl, hashes } of bill.components) {
    expect(decodeURIComponent(purl)).toBe(`pkg:npm/${name}@${version}`);
    expect(hashes, name).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
  }
  const licensed = bill.components.map(({ name, version, licenses = [] }) => [
    `node_modules/${name}`,
    { version, license: licenses.map(({ license, expression }) => license?.id ?? expression).join(' AND ') },
  ]);
  expect(checkLicences(JSON.stringify({ packages: Object.fromEntries(licensed) }))).toEqual([]);
});
