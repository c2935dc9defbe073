// Words that tell of a person stay outside the log: events carry tokens. The words are in `pii_tokens`, as they are until the
// organisation tokenises, encrypted from then on. Everything that keeps or reads such words comes through here.

import { createSecretKey } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Pool } from '../connection.ts';
import { read } from '../reader.ts';
import { render, type SideWrite, type Statement, statement } from '../sql/statement.ts';
import { inTransaction } from '../transaction.ts';
import type { Kms } from './kms.ts';
import { type Held, PiiKeys, type PrivacyStatus, StaleKeyVersion } from './pii-keys.ts';
import { blindIndexUnder, type PiiKind, seal, tokenUnder, unseal } from './sealing.ts';

/** How often words are prepared anew because their key changed meanwhile. */
const ATTEMPTS_MAX = 8;
/** Time for what changed the key to commit; longer with each attempt. */
const PAUSE_MS = 15;
/** Words opened in one go; in between, requests are served. */
const SLICE_WORDS = 400;
/** Words that are made tokens of in one go, and that one statement keeps. */
const WORDS_A_STATEMENT = 5_000;

export interface Tokenised {
  readonly token: string;
  /** Keeps the words; goes into the same transaction as the event that carries the token. */
  readonly store: SideWrite;
}

/** Words by their tokens; what was erased is not there. */
export interface Words {
  /** null for no token, and for one whose words were erased. */
  of(token: string | null): string | null;
}

/** A row of `pii_tokens`. */
export interface KeptWords {
  readonly token: string;
  readonly value: string | null;
  readonly sealed: string | null;
  readonly key_version: number | null;
}

interface PreparedWords extends KeptWords {
  readonly blind_index: string | null;
}

export class PiiStore {
  private readonly keys: PiiKeys;
  private readonly readerPool: Pool;
  private readonly writerPool: Pool;

  constructor(o: { readonly kms: Kms; readonly readerPool: Pool; readonly writerPool: Pool }) {
    this.keys = new PiiKeys({ kms: o.kms, pool: o.writerPool });
    this.readerPool = o.readerPool;
    this.writerPool = o.writerPool;
  }

  /** The token of words, and the statement that keeps them: encrypted once the organisation has tokenised. */
  async tokenise(tenantId: string, kind: PiiKind, words: string): Promise<Tokenised> {
    const token = await this.tokenOf(tenantId, kind, words);
    return { token, store: () => this.statementsFor(tenantId, new Map([[token, words]])) };
  }

  /** The same for many words at once: their tokens in order, and a statement for each five thousand. */
  async tokeniseAll(
    tenantId: string,
    told: readonly { readonly kind: PiiKind; readonly words: string }[],
  ): Promise<{ readonly tokens: readonly string[]; readonly store: SideWrite }> {
    const key = createSecretKey(await this.tokenKey(await this.keys.find(tenantId)));
    const tokens: string[] = [];
    const kept = new Map<string, string>();
    for (const { kind, words } of told) {
      if (tokens.length > 0 && tokens.length % WORDS_A_STATEMENT === 0) await new Promise(setImmediate);
      const token = tokenUnder(key, kind, words);
      tokens.push(token);
      kept.set(token, words);
    }
    return { tokens, store: () => this.statementsFor(tenantId, kept) };
  }

  async tokenOf(tenantId: string, kind: PiiKind, words: string): Promise<string> {
    return tokenUnder(await this.tokenKey(await this.keys.find(tenantId)), kind, words);
  }

  /** How references go into new events, and whether any may be a token; at most a second old. */
  async referencesOf(tenantId: string): Promise<Pick<PrivacyStatus, 'references' | 'hasReferenceTokens'>> {
    return (await this.keys.find(tenantId)).status;
  }

  /** Makes tokens of words as they come, while nothing else is waited for: from one erasure to the next. */
  async tokensOf(tenantId: string, kind: PiiKind): Promise<(words: string) => string> {
    const key = await this.whileStale(tenantId, async () => createSecretKey(await this.tokenKey(await this.keys.find(tenantId))));
    return (words) => tokenUnder(key, kind, words);
  }

  /** The tokens that words have, to look for them by; none where nothing was made a token of since the last erasure. */
  async tokensKnown(tenantId: string, kind: PiiKind, words: readonly string[]): Promise<readonly string[]> {
    return this.whileStale(tenantId, async () => {
      const held = await this.keys.find(tenantId);
      const found = await this.keys.findTokenKey(held);
      if (found === null) return [];
      const key = createSecretKey(held.live(found));
      return words.map((each) => tokenUnder(key, kind, each));
    });
  }

  /** The words behind tokens. */
  async reveal(tenantId: string, tokens: readonly (string | null)[]): Promise<Words> {
    const wanted = [...new Set(tokens.filter((t) => t !== null))];
    if (wanted.length === 0) return { of: () => null };
    const rows = await read(this.readerPool, { tenantId }, (tx) => listWords(tx, tenantId, wanted));
    const words = await this.open(await this.keys.find(tenantId), rows);
    return { of: (token) => (token === null ? null : (words.get(token) ?? null)) };
  }

  /** Every token whose words are these, whatever they are told of and in whatever case. */
  async findTokens(tenantId: string, words: string): Promise<readonly string[]> {
    const blind = await this.blindIndexOf(await this.keys.find(tenantId), words);
    return read(this.readerPool, { tenantId }, async (tx) => {
      const found = await tx.query<{ token: string }>(
        'select token from pii_tokens where tenant_id = $1 and (blind_index = $2 or lower(trim(value)) = lower(trim($3))) order by token',
        [tenantId, blind, words],
      );
      return found.rows.map((r) => r.token);
    });
  }

  /** Opens rows; what no key opens any more is left out. */
  async open(held: Held, rows: readonly KeptWords[]): Promise<ReadonlyMap<string, string>> {
    const words = new Map<string, string>();
    for (const [i, row] of rows.entries()) {
      if (i > 0 && i % SLICE_WORDS === 0) await new Promise(setImmediate);
      const opened = await this.openOne(held, row);
      if (opened !== null) words.set(row.token, opened);
    }
    return words;
  }

  private async openOne(held: Held, { token, value, sealed, key_version: version }: KeptWords): Promise<string | null> {
    if (sealed === null || version === null) return value;
    const key = held.openDataKey(version) ?? (await this.keys.dataKey(held, version));
    if (key === null) return null;
    try {
      return unseal(held.live(key), { tenantId: held.tenantId, token, version }, sealed);
    } catch {
      // Of a key that is gone, or not what was stored: nobody can tell what it said.
      return null;
    }
  }

  /** What is known of an organisation now (at most a second ago); what is kept with it perishes with the words. */
  hold(tenantId: string): Promise<Held> {
    return this.keys.find(tenantId);
  }

  /** Something was decided about these words: what is known of them is looked up again. */
  forget(tenantId: string): void {
    this.keys.forget(tenantId);
  }

  /** The words were destroyed, though no erasure is in the log: nothing of them is kept here. */
  perish(tenantId: string): void {
    this.keys.destroy(tenantId);
  }

  /** Rows of the same words under the key in use. Throws StaleKeyVersion where there is none. */
  async sealUnder(held: Held, words: ReadonlyMap<string, string>): Promise<readonly PreparedWords[]> {
    const { keyVersion: version } = held.status;
    const [data, blind] = [await this.keys.dataKey(held, version), await this.keys.blindKey(held)];
    if (data === null) throw new StaleKeyVersion('the data key is not the one in use any more');
    const [dataKey, blindKey] = [held.live(data), held.live(blind)];
    return [...words].map(([token, text]) => ({
      token,
      value: null,
      sealed: seal(dataKey, { tenantId: held.tenantId, token, version }, text),
      key_version: version,
      blind_index: blindIndexUnder(blindKey, text),
    }));
  }

  /**
   * Runs a transaction that keeps words without an event. `work` is handed the client and a function that writes the words of
   * `store`; it may run again where the key changes meanwhile.
   */
  async writeBeside<T>(
    tenantId: string,
    work: (client: pg.PoolClient, keep: (store: SideWrite) => Promise<void>) => Promise<T>,
  ): Promise<T> {
    return this.whileStale(tenantId, () =>
      inTransaction(this.writerPool, (client) => work(client, (store) => keepBeside(client, tenantId, store))),
    );
  }

  /** Runs `attempt` again where the words it writes were prepared for a key that is not in use any more. */
  async whileStale<T>(tenantId: string, attempt: () => Promise<T>): Promise<T> {
    for (let n = 1; ; n += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof StaleKeyVersion) || n === ATTEMPTS_MAX) throw error;
        await sleep(PAUSE_MS * n);
        this.forget(tenantId);
      }
    }
  }

  close(): void {
    this.keys.close();
  }

  private async tokenKey(held: Held): Promise<Buffer> {
    return held.live(await this.keys.tokenKey(held));
  }

  private async blindIndexOf(held: Held, words: string): Promise<string> {
    return blindIndexUnder(held.live(await this.keys.blindKey(held)), words);
  }

  /** A statement for so many words that none takes the database long. */
  private async statementsFor(tenantId: string, words: ReadonlyMap<string, string>): Promise<readonly Statement[]> {
    const held = await this.keys.find(tenantId);
    const all = [...words];
    const statements: Statement[] = [];
    for (let from = 0; from < all.length; from += WORDS_A_STATEMENT) {
      if (from > 0) await new Promise(setImmediate);
      statements.push(await this.statementFor(held, new Map(all.slice(from, from + WORDS_A_STATEMENT))));
    }
    return statements;
  }

  private async statementFor(held: Held, words: ReadonlyMap<string, string>): Promise<Statement> {
    const { status, tenantId } = held;
    const rows: readonly PreparedWords[] = status.tokenised
      ? await this.sealUnder(held, words)
      : [...words].map(([token, value]) => ({ token, value, sealed: null, key_version: null, blind_index: null }));
    return {
      ...statement(
        `insert into pii_tokens (tenant_id, token, value, sealed, key_version, blind_index)
         select $1, r.token, r.value, r.sealed, r.key_version, r.blind_index
         from jsonb_to_recordset($2::jsonb) as r(token text, value text, sealed text, key_version int, blind_index text)
         on conflict do nothing`,
        tenantId,
        JSON.stringify(rows),
      ),
      sealedUnder: sealedUnder(status),
    };
  }
}

/** The rows behind tokens. */
export async function listWords(client: pg.ClientBase, tenantId: string, tokens: readonly string[]): Promise<readonly KeptWords[]> {
  const found = await client.query<KeptWords>(
    'select token, value, sealed, key_version from pii_tokens where tenant_id = $1 and token = any($2)',
    [tenantId, tokens],
  );
  return found.rows;
}

/** What a statement that keeps words must say of itself to be written (`Statement.sealedUnder`). */
export const sealedUnder = ({ tokenised, keyVersion }: Pick<PrivacyStatus, 'tokenised' | 'keyVersion'>): number =>
  tokenised ? keyVersion : 0;

/** Writes words outside of the log's own transactions. The head is held, so that no act of privacy comes in between. */
async function keepBeside(client: pg.ClientBase, tenantId: string, store: SideWrite): Promise<void> {
  const statements = typeof store === 'function' ? await store() : [store];
  await client.query('select from chain_heads where tenant_id = $1 for share', [tenantId]);
  const found = await client.query<Pick<PrivacyStatus, 'tokenised' | 'keyVersion'>>(
    'select tokenised, key_version as "keyVersion" from privacy where tenant_id = $1',
    [tenantId],
  );
  const status = found.rows[0] ?? { tokenised: false, keyVersion: 0 };
  for (const prepared of statements) {
    if (prepared.sealedUnder !== undefined && prepared.sealedUnder !== sealedUnder(status)) throw new StaleKeyVersion();
    await client.query(render(prepared));
  }
}
