// npm run -s sbom: a bill of materials (CycloneDX 1.5) of what is installed to run the product, out of the lockfile. That of npm itself leaves out every package
// that anything also needs for its development, among them some that the server runs on.

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { licenceOf } from './tidy/licences.ts';
import { LOCKFILE } from './tidy/lockfile.ts';

interface Entry {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  /** As Subresource Integrity has it: the algorithm, and the hash in Base64. */
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const SRI = /^sha512-([\w+/=]+)$/;

/** The names that the licence of a package is told by: one of SPDX, or an expression of several. */
const licenseOf = (told: string): object => (/ (?:AND|OR|WITH) /.test(told) ? { expression: told } : { license: { id: told } });

function componentOf(path: string, { name, version = '', license, integrity = '', optional }: Entry): object {
  const called = name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const licence = licenceOf({ name: called, version, license });
  const hash = SRI.exec(integrity)?.[1];
  return {
    'bom-ref': path,
    type: 'library',
    name: called,
    version,
    scope: optional === true ? 'optional' : 'required',
    purl: `pkg:npm/${called.replace('@', '%40')}@${version}`,
    ...(hash === undefined ? {} : { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }),
    ...(licence === undefined ? {} : { licenses: [licenseOf(licence)] }),
  };
}

/** The bill of what a lockfile installs without what only development needs. */
export function billOf(lockfile: string): object {
  const { packages } = JSON.parse(lockfile) as { readonly packages: Readonly<Record<string, Entry>> };
  const { '': own = {} } = packages;
  const installed = Object.entries(packages).filter(
    ([path, { link, dev }]) => path.includes('node_modules/') && link !== true && dev !== true,
  );
  const listed = new Set(installed.map(([path]) => path));
  /** Where a package finds another: beside itself, or further up. */
  const find = (from: string, name: string): string | undefined => {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
      const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
      if (listed.has(path)) return path;
      if (at === '') return undefined;
    }
  };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: {
        type: 'application',
        'bom-ref': 'countinghouse',
        name: own.name,
        version: own.version,
        licenses: [{ license: { id: own.license } }],
      },
    },
    components: installed.map(([path, entry]) => componentOf(path, entry)),
    dependencies: installed.map(([path, { dependencies, optionalDependencies }]) => ({
      ref: path,
      dependsOn: Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) => find(path, name) ?? []),
    })),
  };
}

if (import.meta.main) console.log(JSON.stringify(billOf(readFileSync(new URL(`../${LOCKFILE}`, import.meta.url), 'utf8')), null, 2));
