// The master key, and what is wrapped under it.

import path from 'node:path';
import { replaceMasterKey } from '@countinghouse/store/keys/kms';
import { openKms } from '@countinghouse/store/keys/open-kms';
import { rewrapAll } from '@countinghouse/store/operate/rewrap';
import { answer, type Operated, withDatabase, withOwner } from './database.ts';

async function rewrapIn({ config, where }: Operated, json: boolean, former: string | null): Promise<number> {
  const rewrapped = await withOwner(where, (client) => rewrapAll(client, openKms(config)));
  const lines = Object.entries(rewrapped).map(([what, n]) => `${n} ${what} wrapped anew`);
  if (former !== null)
    lines.push(`The former master key is ${former}: keep it for backups from before, and while anything was wrapped by a server that ran.`);
  answer(json, lines.join('\n'), { rewrapped, former });
  return 0;
}

/** Wraps every key anew: after KMS_KEY_ID was set, or the master key was replaced. */
export const rewrapKeys = (json: boolean): Promise<number> => withDatabase((operated) => rewrapIn(operated, json, null));

/** Makes a new local master key and wraps every key anew. Refuses while a server runs: it would go on with the former one. */
export const replaceMaster = (json: boolean): Promise<number> =>
  withDatabase((operated) => {
    if (operated.serverRuns) throw new Error('a server runs on this data directory: stop it first');
    return rewrapIn(operated, json, path.basename(replaceMasterKey(operated.config.dataDir)));
  });
