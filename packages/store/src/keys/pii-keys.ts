// The keys of words that tell of persons: made on first use, kept wrapped in `pii_keys`, unwrapped once a process, and gone from
// memory at most a second after they were destroyed in the database, whoever destroyed them.
//
// Nothing is used that was not looked up in the database within the last second: where it cannot be asked, nothing opens.

import { randomBytes } from 'node:crypto';
import type { ReferencesKept } from '@countinghouse/kernel/privacy/events';
import { noPrivacy } from '@countinghouse/kernel/privacy/state';
import type { Pool } from '../connection.ts';
import { KeyUnavailable, type Kms } from './kms.ts';
import { blindKeyFrom, KEY_BYTES } from './sealing.ts';

/** How often what is kept is held against the database. */
const LOOK_EVERY_MS = 400;
/** For so long what was seen there counts. */
const TRUE_FOR_MS = 900;
/** What nobody asked for is let go of after so long. */
const IDLE_MS = 600_000;

export interface PrivacyStatus {
  readonly tokenised: boolean;
  /** Of the data key in use; 0 before the first. */
  readonly keyVersion: number;
  readonly erasures: number;
  /** How references go into new events. */
  readonly references: ReferencesKept;
  /** Whether any may be a token. */
  readonly hasReferenceTokens: boolean;
  /** The keys that were there. */
  readonly kids: readonly string[];
}

interface Row extends PrivacyStatus {
  readonly tenant_id: string;
}

/** Of an organisation that nothing was ever decided for. */
const nothingKept: Omit<Row, 'tenant_id'> = { ...noPrivacy(), kids: [] };

/** Words were prepared for another key than the one in use: they are to be prepared anew. */
export class StaleKeyVersion extends Error {}

/** Ends what was made of keys. */
export interface Perishable {
  perish(): void;
}

const tokensKid = (erasures: number): string => (erasures === 0 ? 'pii-tokens' : `pii-tokens-${erasures}`);
const dataKid = (version: number): string => `pii-data-${version}`;
export const contextOf = (tenantId: string, kid: string): string => `${kid}/${tenantId}`;

interface OpenKey {
  readonly bytes: Buffer;
  /** Since when it is kept here. */
  readonly sinceMs: number;
}

/** What is known of one organisation, from one erasure to the next. */
export class Held {
  readonly tenantId: string;
  status: PrivacyStatus;
  lookedMs: number;
  usedMs: number;
  gone = false;
  /** What was seen in the database before this does not count. */
  notBeforeMs = Number.NEGATIVE_INFINITY;
  readonly keys = new Map<string, Promise<Buffer | null>>();
  readonly open = new Map<string, OpenKey>();
  private readonly made = new Map<string, Perishable>();

  constructor(row: Row, nowMs: number) {
    this.tenantId = row.tenant_id;
    this.status = row;
    this.lookedMs = nowMs;
    this.usedMs = nowMs;
  }

  /** Something that lives no longer than the words it was made of. */
  keep<T extends Perishable>(name: string, make: () => T): T {
    const kept = (this.made.get(name) as T | undefined) ?? make();
    this.made.set(name, kept);
    return kept;
  }

  /** The key itself, where it may still be used: what was dropped meanwhile is zeros. Throws StaleKeyVersion. */
  live(key: Buffer): Buffer {
    for (const { bytes } of this.open.values()) if (bytes === key) return key;
    throw new StaleKeyVersion('a key was destroyed meanwhile');
  }

  /** A data key that is open already. */
  openDataKey(version: number): Buffer | null {
    return this.open.get(dataKid(version))?.bytes ?? null;
  }

  drop(kid: string): void {
    this.keys.delete(kid);
    for (const name of [kid, `${kid}/blind`]) {
      this.open.get(name)?.bytes.fill(0);
      this.open.delete(name);
    }
  }

  destroy(): void {
    this.gone = true;
    for (const kid of [...this.keys.keys(), ...this.open.keys()]) this.drop(kid);
    for (const made of this.made.values()) made.perish();
    this.made.clear();
  }
}

export class PiiKeys {
  private readonly kms: Kms;
  private readonly pool: Pool;
  private readonly held = new Map<string, Held>();
  /** Looks under way, each with when it began. */
  private readonly looks = new Map<string, { readonly sinceMs: number; readonly done: Promise<void> }>();
  private timer: NodeJS.Timeout | null = null;
  private closed = false;

  /** `pool`: as the writer. */
  constructor(o: { readonly kms: Kms; readonly pool: Pool }) {
    this.kms = o.kms;
    this.pool = o.pool;
  }

  /** What holds now, at most a second old. */
  async find(tenantId: string): Promise<Held> {
    const known = this.held.get(tenantId);
    const nowMs = performance.now();
    if (known !== undefined && nowMs - known.lookedMs < TRUE_FOR_MS) {
      known.usedMs = nowMs;
      return known;
    }
    await this.lookOnce(tenantId, known?.notBeforeMs ?? Number.NEGATIVE_INFINITY, nowMs);
    const found = this.held.get(tenantId);
    if (found === undefined) throw new KeyUnavailable('the keys of personal data cannot be looked up');
    found.usedMs = nowMs;
    return found;
  }

  /** Whoever else asks meanwhile waits for the same look, unless it began before what it is to see. */
  private lookOnce(tenantId: string, notBeforeMs: number, nowMs: number): Promise<void> {
    const under = this.looks.get(tenantId);
    if (under !== undefined && under.sinceMs >= notBeforeMs) return under.done;
    const look = { sinceMs: nowMs, done: this.look([tenantId]) };
    this.looks.set(tenantId, look);
    const end = (): void => {
      if (this.looks.get(tenantId) === look) this.looks.delete(tenantId);
    };
    look.done.then(end, end);
    return look.done;
  }

  /** Looks again on the next use: something changed. */
  forget(tenantId: string): void {
    const known = this.held.get(tenantId);
    if (known === undefined) return;
    known.lookedMs = Number.NEGATIVE_INFINITY;
    known.notBeforeMs = performance.now();
  }

  /** Lets go of every key and whatever was kept with them, at once: they are destroyed, though no erasure is in the log. */
  destroy(tenantId: string): void {
    this.held.get(tenantId)?.destroy();
    this.held.delete(tenantId);
  }

  /** The key that tokens are made with; made on first use. */
  async tokenKey(held: Held): Promise<Buffer> {
    const { erasures } = held.status;
    const key = await this.key(held, tokensKid(erasures), {
      sql: 'coalesce((select erasures from privacy where tenant_id = $1), 0) = $4::int',
      version: erasures,
    });
    if (key === null) throw new StaleKeyVersion('the key of the tokens was destroyed meanwhile');
    return key;
  }

  /** The same where it was made before; null where nothing was made a token of since the last erasure. Writes nothing: a replica may be asked. */
  async findTokenKey(held: Held): Promise<Buffer | null> {
    const kid = tokensKid(held.status.erasures);
    return held.keys.has(kid) || held.status.kids.includes(kid) ? this.tokenKey(held) : null;
  }

  async blindKey(held: Held): Promise<Buffer> {
    const name = `${tokensKid(held.status.erasures)}/blind`;
    const known = held.open.get(name);
    if (known !== undefined) return known.bytes;
    const bytes = blindKeyFrom(held.live(await this.tokenKey(held)), held.tenantId);
    held.open.set(name, { bytes, sinceMs: performance.now() });
    return bytes;
  }

  /** The data key of a version: the one in use is made on first use; null for any other that is not there (any more). */
  dataKey(held: Held, version: number): Promise<Buffer | null> {
    const { keyVersion, tokenised } = held.status;
    const inUse = tokenised && version === keyVersion;
    return this.key(
      held,
      dataKid(version),
      inUse ? { sql: 'exists (select from privacy where tenant_id = $1 and key_version = $4::int)', version } : null,
    );
  }

  close(): void {
    this.closed = true;
    if (this.timer !== null) clearInterval(this.timer);
    for (const held of this.held.values()) held.destroy();
    this.held.clear();
  }

  /** Whoever asks while a key is being looked up waits for the same answer; a failure is not remembered, nor that it is not there. */
  private key(held: Held, kid: string, make: { readonly sql: string; readonly version: number } | null): Promise<Buffer | null> {
    const known = held.keys.get(kid);
    if (known !== undefined) return known;
    const key = this.openKey(held, kid, make);
    held.keys.set(kid, key);
    key.then(
      (bytes) => {
        if (bytes === null || held.keys.get(kid) !== key) bytes?.fill(0);
        else held.open.set(kid, { bytes, sinceMs: performance.now() });
        if (bytes === null) held.keys.delete(kid);
      },
      () => held.keys.delete(kid),
    );
    return key;
  }

  /** Of two makers at once the first wins; `make` says when it may be made at all. */
  private async openKey(
    { tenantId }: Held,
    kid: string,
    make: { readonly sql: string; readonly version: number } | null,
  ): Promise<Buffer | null> {
    const find = async (): Promise<string | undefined> => {
      const found = await this.pool.query<{ wrapped: string }>('select wrapped from pii_keys where tenant_id = $1 and kid = $2', [
        tenantId,
        kid,
      ]);
      return found.rows[0]?.wrapped;
    };
    let wrapped = await find();
    if (wrapped === undefined && make !== null) {
      const fresh = await this.kms.wrap(randomBytes(KEY_BYTES), contextOf(tenantId, kid));
      await this.pool.query(`insert into pii_keys (tenant_id, kid, wrapped) select $1, $2, $3 where ${make.sql} on conflict do nothing`, [
        tenantId,
        kid,
        fresh,
        make.version,
      ]);
      wrapped = await find();
    }
    return wrapped === undefined ? null : this.kms.unwrap(wrapped, contextOf(tenantId, kid));
  }

  /** Holds what is kept against the database, and lets go of what is not there any more. */
  private async look(tenantIds: readonly string[]): Promise<void> {
    const nowMs = performance.now();
    const found = await this.pool.query<Row>(
      `select tenant_id, bool_or(tokenised) as tokenised, max(key_version) as "keyVersion", max(erasures) as erasures, coalesce(array_agg(kid) filter (where kid <> ''), '{}') as kids,
         coalesce(max(kept_as), 'clear') as "references", count(kept_as) > 0 as "hasReferenceTokens"
       from (
         select tenant_id, tokenised, key_version, erasures, '' as kid, null as kept_as from privacy where tenant_id = any($1::uuid[])
         union all select tenant_id, false, 0, 0, kid, null from pii_keys where tenant_id = any($1::uuid[])
         union all select tenant_id, false, 0, 0, '', kept_as from reference_choices where tenant_id = any($1::uuid[])
       ) kept group by tenant_id`,
      [tenantIds],
    );
    if (this.closed) return;
    const kept = new Map(found.rows.map((row) => [row.tenant_id, row]));
    for (const tenant_id of tenantIds) this.note(kept.get(tenant_id) ?? { ...nothingKept, tenant_id }, nowMs);
    this.timer ??= setInterval(() => void this.pass(), LOOK_EVERY_MS).unref();
  }

  private note(row: Row, nowMs: number): void {
    const known = this.held.get(row.tenant_id);
    if (known === undefined || known.status.erasures !== row.erasures) {
      if (known !== undefined && nowMs < Math.max(known.lookedMs, known.notBeforeMs)) return;
      known?.destroy();
      this.held.set(row.tenant_id, new Held(row, nowMs));
      return;
    }
    if (nowMs >= Math.max(known.lookedMs, known.notBeforeMs)) {
      known.status = row;
      known.lookedMs = nowMs;
    }
    for (const [name, { sinceMs }] of [...known.open]) {
      const kid = name.split('/')[0] ?? '';
      if (sinceMs < nowMs && !row.kids.includes(kid)) known.drop(kid);
    }
  }

  private async pass(): Promise<void> {
    const nowMs = performance.now();
    for (const [tenantId, held] of this.held) {
      if (nowMs - held.usedMs < IDLE_MS) continue;
      held.destroy();
      this.held.delete(tenantId);
    }
    if (this.held.size === 0) {
      if (this.timer !== null) clearInterval(this.timer);
      this.timer = null;
      return;
    }
    // Where the database does not answer, what is kept grows too old to be used.
    await this.look([...this.held.keys()]).catch(() => {});
  }
}
