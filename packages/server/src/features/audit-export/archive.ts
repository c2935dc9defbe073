// The archive as it goes out: written while it is read, from one transaction, compressed. Its connection is the reader's for as long
// as that takes, so a few go out at a time, of one organisation fewer than of all, and one that is read too slowly is given up.

import type { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { NothingToArchive, writeArchive } from '@countinghouse/store/archive/write';
import type { Pool } from '@countinghouse/store/connection';
import { read } from '@countinghouse/store/reader';
import { Refusal } from '../../http/refusal.ts';
import { giveUpOnSlowReader, PACE } from '../../http/slow-reader.ts';

// Source: decision 0040.
const AT_ONCE_MAX = 3;
const OF_ONE_ORGANISATION_MAX = 2;
const ASK_AGAIN_SECONDS = 30;

export class Archives {
  private readonly pool: Pool;
  /** Of which organisation each is that goes out. */
  private readonly under: string[] = [];

  constructor(pool: Pool) {
    this.pool = pool;
  }

  /** Throws OVERLOADED where as many go out already, of all or of this one. What fails on the way breaks the stream off: half an archive is none. */
  stream(tenantId: string, seq: number): Readable {
    const own = this.under.filter((id) => id === tenantId).length;
    if (this.under.length >= AT_ONCE_MAX || own >= OF_ONE_ORGANISATION_MAX) throw new Refusal('OVERLOADED', undefined, ASK_AGAIN_SECONDS);
    this.under.push(tenantId);
    const out = createGzip();
    const endWatch = giveUpOnSlowReader(out, PACE);
    void read(this.pool, { tenantId }, (tx) => writeArchive(tx, tenantId, seq, out))
      .catch((error: unknown) => {
        out.destroy(error instanceof NothingToArchive ? new Error('there is no such archive') : (error as Error));
      })
      .finally(() => {
        endWatch();
        this.under.splice(this.under.indexOf(tenantId), 1);
      });
    return out;
  }
}
