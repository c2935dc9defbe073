// Words that tell of a person stay outside the log: events carry tokens. A token is an HMAC under a key of the organisation,
// so that equal words have equal tokens there, and no token says anything without that key.

import { createHmac, randomBytes } from 'node:crypto';
import type { Pool } from '../connection.ts';
import { type Statement, statement } from '../sql/statement.ts';
import { KeyUnavailable, type Kms } from './kms.ts';

/** What is told; part of the token, so that a label and an e-mail of equal text differ. */
export type PiiKind = 'email' | 'party-label' | 'party-reference' | 'file-name';

export interface Tokenised {
  readonly token: string;
  /** Keeps the words; goes into the same transaction as the event that carries the token. */
  readonly store: Statement;
}

const KEY_BYTES = 32;
const KEY_ID = 'pii-tokens';

export class PiiTokens {
  private readonly kms: Kms;
  private readonly writerPool: Pool;
  private readonly keys = new Map<string, Promise<Buffer>>();

  constructor(o: { readonly kms: Kms; readonly writerPool: Pool }) {
    this.kms = o.kms;
    this.writerPool = o.writerPool;
  }

  async tokenise(tenantId: string, kind: PiiKind, words: string): Promise<Tokenised> {
    const token = await this.tokenOf(tenantId, kind, words);
    return {
      token,
      store: statement(
        'insert into pii_tokens (tenant_id, token, value) values ($1, $2, $3) on conflict do nothing',
        tenantId,
        token,
        words,
      ),
    };
  }

  async tokenOf(tenantId: string, kind: PiiKind, words: string): Promise<string> {
    const key = await this.keyOf(tenantId);
    return `pii_${createHmac('sha256', key).update(`${kind}\0${words}`).digest('base64url')}`;
  }

  /** The key of an organisation. Whoever asks while it is being looked up waits for the same answer; a failure is not remembered. */
  private keyOf(tenantId: string): Promise<Buffer> {
    const known = this.keys.get(tenantId);
    if (known !== undefined) return known;
    const key = this.openKey(tenantId);
    this.keys.set(tenantId, key);
    key.catch(() => this.keys.delete(tenantId));
    return key;
  }

  /** Made on first use. Of two makers at once the first wins. */
  private async openKey(tenantId: string): Promise<Buffer> {
    const context = `${KEY_ID}/${tenantId}`;
    const fresh = await this.kms.wrap(randomBytes(KEY_BYTES), context);
    await this.writerPool.query('insert into key_secrets (tenant_id, kid, wrapped) values ($1, $2, $3) on conflict do nothing', [
      tenantId,
      KEY_ID,
      fresh,
    ]);
    const found = await this.writerPool.query<{ wrapped: string }>('select wrapped from key_secrets where tenant_id = $1 and kid = $2', [
      tenantId,
      KEY_ID,
    ]);
    const wrapped = found.rows[0]?.wrapped;
    if (wrapped === undefined) throw new KeyUnavailable('the key of personal data is not stored');
    return this.kms.unwrap(wrapped, context);
  }
}
