// Which object store: the bucket that is set, else the folder in the data directory. Half set it is neither: what is kept must not be
// in two places.

import path from 'node:path';
import { openObjectFolder } from './local-folder.ts';
import type { ObjectStore } from './object-store.ts';
import type { S3Settings } from './s3.ts';
import { openUnsetObjects } from './unset.ts';

/** What the settings say of files; `missing` are the names of those that are not there. */
export interface ObjectSettings {
  readonly s3: S3Settings | { readonly missing: readonly string[] } | null;
  readonly dataDir: string;
}

export function openObjects({ s3, dataDir }: ObjectSettings): ObjectStore {
  if (s3 === null) return openObjectFolder(path.join(dataDir, 'objects'));
  return 'missing' in s3 ? openUnsetObjects(s3.missing) : openOnceAsked(async () => (await import('./s3.ts')).openS3Objects(s3));
}

/** A store whose library is loaded by whoever asks first. */
function openOnceAsked(load: () => Promise<ObjectStore>): ObjectStore {
  let loaded: Promise<ObjectStore> | undefined;
  const open = (): Promise<ObjectStore> => (loaded ??= load());
  return {
    put: async (...of) => (await open()).put(...of),
    get: async (...of) => (await open()).get(...of),
    getRange: async (...of) => (await open()).getRange(...of),
    has: async (...of) => (await open()).has(...of),
    putNamed: async (...of) => (await open()).putNamed(...of),
    getNamed: async (...of) => (await open()).getNamed(...of),
    async *list() {
      yield* (await open()).list();
    },
    close: () => void loaded?.then((store) => store.close()),
  };
}
