// What npm installs, as the lockfile says it.

export const LOCKFILE = 'package-lock.json';

interface Entry {
  /** Of a package that is installed under another name. */
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly link?: boolean;
}

export interface Locked {
  readonly name: string;
  readonly version: string;
  readonly license: string | undefined;
}

/** Every package of others, as often as it is installed; ours are links. */
export function listLocked(text: string): readonly Locked[] {
  const { packages } = JSON.parse(text) as { readonly packages: Readonly<Record<string, Entry>> };
  return Object.entries(packages).flatMap(([path, { name, version = '', license, link }]) => {
    const [, folder] = /.*node_modules\/(.+)$/.exec(path) ?? [];
    return folder === undefined || link === true ? [] : [{ name: name ?? folder, version, license }];
  });
}
