// Which object store: the bucket that is set, else the folder in the data directory. Half set it is neither: what is kept must not be
// in two places.

import path from 'node:path';
import { openObjectFolder } from './local-folder.ts';
import type { ObjectStore } from './object-store.ts';
import { openS3Objects, type S3Settings } from './s3.ts';
import { openUnsetObjects } from './unset.ts';

/** What the settings say of files; `missing` are the names of those that are not there. */
export interface ObjectSettings {
  readonly s3: S3Settings | { readonly missing: readonly string[] } | null;
  readonly dataDir: string;
}

export function openObjects({ s3, dataDir }: ObjectSettings): ObjectStore {
  if (s3 === null) return openObjectFolder(path.join(dataDir, 'objects'));
  return 'missing' in s3 ? openUnsetObjects(s3.missing) : openS3Objects(s3);
}
