// Under which licences the packages that we install may stand: permissive ones, and the MPL, which asks for nothing as long as its files stay as
// they are. Fonts and icons have licences of their own kind.
import { LOCKFILE, type Locked, listLocked } from './lockfile.ts';
import type { Fault } from './source.ts';

const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
]);

/** What a package does not say in a way that can be read, as its files say it: for this version alone. */
const read: Readonly<Record<string, string>> = { 'png-js@2.0.0': 'MIT', 'nub@0.0.0': 'MIT', 'xml-escape@1.1.0': 'MIT' };

/** Under which licence a package is: as its files say it where the package does not. */
export const licenceOf = ({ name, version, license }: Locked): string | undefined => read[`${name}@${version}`] ?? license;

/** Of an SPDX expression: of an AND each part, of an OR one. Parentheses only around the whole of a part. */
function isAllowed(expression: string): boolean {
  const bare = expression.trim().replace(/^\(([^()]*)\)$/, '$1');
  if (/ OR /.test(bare)) return bare.split(' OR ').some(isAllowed);
  if (/ AND /.test(bare)) return bare.split(' AND ').every(isAllowed);
  return allowed.has(bare);
}

export function checkLicences(text: string): readonly Fault[] {
  return listLocked(text).flatMap((locked) => {
    const licence = licenceOf(locked) ?? 'none';
    if (isAllowed(licence)) return [];
    return [
      {
        path: LOCKFILE,
        line: 0,
        message: `${locked.name}@${locked.version} is under ${licence}, which tools/tidy/licences.ts does not allow`,
      },
    ];
  });
}
