// Keys of people that are registered here, ready to verify with. A name is the thumbprint of its key (RFC 7638): what it stands for
// never changes, so it is read and imported once. That a key is there says nothing of whether it still counts: that is decided under the lock.

import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { Pool } from '@countinghouse/store/connection';
import { findSigningKey } from '@countinghouse/store/features/signing-keys/reads';
import { read } from '@countinghouse/store/reader';
import { type PublicKey, readPublicKey } from './public-key.ts';

/** Each takes about a kilobyte. */
const KEYS_MAX = 10_000;

export class RegisteredKeys {
  private readonly readerPool: Pool;
  /** By organisation and name; the longest unused first. */
  private readonly known = new Map<string, PublicKey>();

  constructor(readerPool: Pool) {
    this.readerPool = readerPool;
  }

  /** The key of this name for intents, whatever its status; null where the organisation has none. That there is none is not remembered. */
  async find(tenantId: string, kid: string): Promise<PublicKey | null> {
    const name = `${tenantId} ${kid}`;
    const key = this.known.get(name) ?? (await this.load(tenantId, kid));
    if (key === null) return null;
    this.known.delete(name);
    this.known.set(name, key);
    const [oldest] = this.known.size > KEYS_MAX ? this.known.keys() : [];
    if (oldest !== undefined) this.known.delete(oldest);
    return key;
  }

  private async load(tenantId: string, kid: string): Promise<PublicKey | null> {
    const row = await read(this.readerPool, { tenantId }, (tx) => findSigningKey(tx, tenantId, kid));
    return row?.purpose === 'intent' ? readPublicKey(JSON.parse(row.public_jwk) as JsonObject) : null;
  }
}
