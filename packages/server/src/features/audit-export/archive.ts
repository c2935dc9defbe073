// The archive as it goes out: written while it is read, from one transaction, compressed. Its connection is the reader's for as long
// as that takes, so a few go out at a time, and one that nobody reads on is given up.

import type { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { NothingToArchive, writeArchive } from '@countinghouse/store/archive/write';
import type { Pool } from '@countinghouse/store/connection';
import { read } from '@countinghouse/store/reader';
import { Refusal } from '../../http/refusal.ts';

// Source: decision 0040.
const AT_ONCE_MAX = 3;
const STALLED_AFTER_MS = 60_000;
const ASK_AGAIN_SECONDS = 30;

export class Archives {
  private readonly pool: Pool;
  private under = 0;

  constructor(pool: Pool) {
    this.pool = pool;
  }

  /** Throws OVERLOADED where as many go out already. What fails on the way breaks the stream off: half an archive is none. */
  stream(tenantId: string, seq: number): Readable {
    if (this.under >= AT_ONCE_MAX) throw new Refusal('OVERLOADED', undefined, ASK_AGAIN_SECONDS);
    this.under += 1;
    const out = createGzip();
    let before = -1;
    const watch = setInterval(() => {
      if (out.bytesWritten === before) out.destroy(new Error('nobody reads the archive'));
      before = out.bytesWritten;
    }, STALLED_AFTER_MS);
    void read(this.pool, { tenantId }, (tx) => writeArchive(tx, tenantId, seq, out))
      .catch((error: unknown) => {
        out.destroy(error instanceof NothingToArchive ? new Error('there is no such archive') : (error as Error));
      })
      .finally(() => {
        clearInterval(watch);
        this.under -= 1;
      });
    return out;
  }
}
