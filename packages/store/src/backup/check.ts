// Whether a backup is what its manifest says, before anything is done with it.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as disk from '../disk.ts';
import { openObjectFolder } from '../objects/local-folder.ts';
import { ObjectDamaged } from '../objects/object-store.ts';
import { BackupDamaged, listBases, type Manifest, partsOf } from './folder.ts';
import { OBJECTS_FILE } from './take.ts';

/** The last backup that ended by then; the last there is, for null. Throws BackupDamaged where there is none. */
export function chooseBase(folder: string, at: Date | null): Manifest {
  const bases = listBases(folder);
  const chosen = bases.findLast(({ endedAt }) => at === null || Date.parse(endedAt) <= at.getTime());
  if (chosen !== undefined) return chosen;
  const [oldest] = bases;
  throw new BackupDamaged(
    oldest === undefined
      ? `there is no backup in ${folder}`
      : `the oldest backup in ${folder} ended at ${oldest.endedAt}: nothing before that can be restored`,
  );
}

/** Reads everything that a backup consists of. Throws BackupDamaged with the first thing that is missing or another one. */
export async function checkBase(folder: string, manifest: Manifest): Promise<void> {
  const parts = partsOf(folder);
  const base = path.join(parts.base, manifest.id);
  for (const { name, bytes, sha256 } of manifest.files) {
    const file = path.resolve(base, name);
    if (!file.startsWith(`${path.resolve(base)}${path.sep}`)) throw new BackupDamaged(`${name} is no file of the backup ${manifest.id}`);
    if (!existsSync(file)) throw new BackupDamaged(`${file} is missing`);
    const found = await disk.sumOf(file);
    if (found.bytes !== bytes || found.sha256 !== sha256)
      throw new BackupDamaged(`${file} is not what the manifest says: it was altered or damaged`);
  }
  const objects = openObjectFolder(parts.objects);
  for (const line of readFileSync(path.join(base, OBJECTS_FILE), 'utf8')
    .split('\n')
    .filter((l) => l !== '')) {
    const [, tenantId = '', sha256 = ''] = line.split(' ');
    await objects.get(tenantId, sha256).catch((error: unknown) => {
      if (!(error instanceof ObjectDamaged)) throw error;
      throw new BackupDamaged(`the object ${sha256} of ${tenantId} is ${error.fault}`);
    });
  }
}
