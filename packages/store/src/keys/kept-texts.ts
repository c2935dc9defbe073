// Short secrets that the system must be able to read again: addresses and secrets of webhooks, secrets of single sign-on. Kept wrapped in `key_secrets` beside the
// private chain keys, named by an id that events may carry. They are written once; what is not named any more is not read any more.

import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import type pg from 'pg';
import { type Statement, statement } from '../sql/statement.ts';
import { KeyUnavailable, type Kms } from './kms.ts';

/** What is kept; bound to the ciphertext, so that the one cannot stand in for the other. */
export type KeptKind = 'webhook-address' | 'webhook-secret' | 'sso-secret';

const kidOf = (kind: KeptKind, id: string): string => `${kind}/${id}`;

/** Unwrapping costs a call of the key service: what was read is remembered, so many at most. */
const REMEMBERED_MAX = 1_000;

export class KeptTexts {
  private readonly kms: Kms;
  private readonly pool: pg.Pool;
  private readonly remembered = new Map<string, string>();

  constructor(o: { readonly kms: Kms; readonly writerPool: pg.Pool }) {
    this.kms = o.kms;
    this.pool = o.writerPool;
  }

  /** Stores the wrapped text; goes into the same transaction as the event that names it. */
  async keep(tenantId: string, kind: KeptKind, id: string, text: string): Promise<Statement> {
    const wrapped = await this.kms.wrap(Buffer.from(text), keptTextContext(tenantId, kind, id));
    return statement('insert into key_secrets (tenant_id, kid, wrapped) values ($1, $2, $3)', tenantId, kidOf(kind, id), wrapped);
  }

  /** Throws KeyUnavailable where it is not stored or cannot be unwrapped. */
  async read(tenantId: string, kind: KeptKind, id: string): Promise<string> {
    const name = `${tenantId}/${kidOf(kind, id)}`;
    const known = this.remembered.get(name);
    if (known !== undefined) return known;
    const found = await this.pool.query<{ wrapped: string }>('select wrapped from key_secrets where tenant_id = $1 and kid = $2', [
      tenantId,
      kidOf(kind, id),
    ]);
    const wrapped = found.rows[0]?.wrapped;
    if (wrapped === undefined) throw new KeyUnavailable(`the ${kind} ${id} is not stored`);
    const text = (await this.kms.unwrap(wrapped, keptTextContext(tenantId, kind, id))).toString();
    if (this.remembered.size >= REMEMBERED_MAX) this.remembered.clear();
    this.remembered.set(name, text);
    return text;
  }
}

export const keptTextContext = (tenantId: string, kind: string, id: string): string =>
  canonicalize({ id, purpose: kind, tenant_id: tenantId });
