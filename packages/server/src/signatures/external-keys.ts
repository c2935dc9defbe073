// Keys that an organisation publishes itself (mode EXTERNAL_JWKS). A set is fetched through the guarded client and remembered;
// without a set that is young enough no signature counts. A key counts for the person whom its member `sub` names, and for nobody
// else: user id or e-mail (decision 0034).

import { setTimeout as sleep } from 'node:timers/promises';
import type { Egress } from './egress.ts';
import { type PublicKey, readPublicKey } from './public-key.ts';

// Source: decision 0034.
/** So long a key that was taken out of its set may still count. */
const SET_LIFE_MS = 60_000;
/** From here on a set that is asked for is read again, and nobody waits for it. */
const READ_AHEAD_AFTER_MS = 30_000;
/** An unknown kid has the set read again before anything is said of it, so often at most: whoever comes in between waits. */
const REFRESH_EVERY_MS = 3_000;
const RETRY_FAILED_AFTER_MS = 5_000;
const FETCH_WITHIN_MS = 5_000;
const SET_BYTES_MAX = 262_144;
const SET_KEYS_MAX = 500;
const SETS_MAX = 1_000;

export interface ExternalKey {
  readonly key: PublicKey;
  /** User id or e-mail of the person, as the set has it. */
  readonly subject: string;
}

export class KeySetUnavailable extends Error {}

type KeySet = ReadonlyMap<string, ExternalKey>;

interface Clock {
  readonly nowMs: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
}

interface Known {
  set: KeySet | null;
  readAtMs: number;
  triedAtMs: number;
  reading: Promise<KeySet> | null;
  /** A reading that has not begun: whoever joins it gets what is published now. */
  next: Promise<KeySet> | null;
}

/** The keys of a set that may sign, by kid. Throws KeySetUnavailable where it is no key set. */
export function readKeySet(text: string): KeySet {
  let keys: unknown;
  try {
    keys = (JSON.parse(text) as { readonly keys?: unknown } | null)?.keys;
  } catch {
    keys = undefined;
  }
  if (!Array.isArray(keys) || keys.length > SET_KEYS_MAX) throw new KeySetUnavailable('The address does not answer a key set (RFC 7517).');
  const found = new Map<string, ExternalKey>();
  const twice = new Set<string>();
  for (const jwk of keys as readonly unknown[]) {
    if (typeof jwk !== 'object' || jwk === null) continue;
    const { kid, sub, use, alg, key_ops, d } = jwk as Readonly<Record<string, unknown>>;
    if (typeof kid !== 'string' || kid === '') continue;
    if (found.has(kid) || twice.has(kid)) {
      // Which of the two is meant nobody can say.
      found.delete(kid);
      twice.add(kid);
      continue;
    }
    const key = readPublicKey(jwk as Readonly<Record<string, unknown>>);
    const forSigning = (use === undefined || use === 'sig') && (!Array.isArray(key_ops) || key_ops.includes('verify'));
    if (key === null || !forSigning || d !== undefined || (alg !== undefined && alg !== key.algorithm)) continue;
    if (typeof sub === 'string' && sub !== '') found.set(kid, { key, subject: sub });
  }
  return found;
}

export class ExternalKeys {
  private readonly egress: Pick<Egress, 'send'>;
  private readonly clock: Clock;
  private readonly byUrl = new Map<string, Known>();

  constructor(egress: Pick<Egress, 'send'>, clock: Clock = { nowMs: () => performance.now(), sleep }) {
    this.egress = egress;
    this.clock = clock;
  }

  /**
   * The key of this name, or null where the set has none that this call read, or found being read; it may wait `REFRESH_EVERY_MS` for
   * that. Throws KeySetUnavailable when the set cannot be had: then nobody knows.
   */
  async find(url: string, kid: string): Promise<ExternalKey | null> {
    const known = this.knownOf(url);
    const now = this.clock.nowMs();
    const young = known.set !== null && now - known.readAtMs < SET_LIFE_MS ? known.set : null;
    if (young !== null && now - known.readAtMs >= READ_AHEAD_AFTER_MS && now - known.triedAtMs >= RETRY_FAILED_AFTER_MS)
      this.refresh(url, known).catch(() => {});
    const found = young?.get(kid);
    if (found !== undefined) return found;
    if (young === null && known.reading === null && now - known.triedAtMs < RETRY_FAILED_AFTER_MS)
      throw new KeySetUnavailable('The key set could not be read.');
    return (await (young === null ? this.refresh(url, known) : this.refreshInTime(url, known))).get(kid) ?? null;
  }

  /**
   * The same by a set that is read after this call: for whoever found a key that does not fit, which may have been another a moment ago.
   * It may wait `REFRESH_EVERY_MS`. Throws KeySetUnavailable.
   */
  async findAnew(url: string, kid: string): Promise<ExternalKey | null> {
    return (await this.refreshInTime(url, this.knownOf(url))).get(kid) ?? null;
  }

  /** Reads a set now, whatever is remembered: before an organisation relies on it. Throws KeySetUnavailable. */
  probe(url: string): Promise<KeySet> {
    return this.refresh(url, this.knownOf(url));
  }

  /** A set that is not read yet: at once, or as soon as enough time has passed since the last. */
  private refreshInTime(url: string, known: Known): Promise<KeySet> {
    const waitMs = known.triedAtMs + REFRESH_EVERY_MS - this.clock.nowMs();
    known.next ??= (waitMs > 0 ? this.clock.sleep(waitMs) : Promise.resolve()).then(() => {
      known.next = null;
      return this.refresh(url, known);
    });
    return known.next;
  }

  private refresh(url: string, known: Known): Promise<KeySet> {
    if (known.reading !== null) return known.reading;
    known.triedAtMs = this.clock.nowMs();
    const reading = this.read(url)
      .then((set) => {
        known.set = set;
        known.readAtMs = known.triedAtMs;
        return set;
      })
      .finally(() => {
        known.reading = null;
      });
    known.reading = reading;
    return reading;
  }

  private async read(url: string): Promise<KeySet> {
    const sending = {
      url,
      headers: { accept: 'application/jwk-set+json, application/json' },
      withinMs: FETCH_WITHIN_MS,
      bytesMax: SET_BYTES_MAX,
    };
    const answered = await this.egress.send(sending).catch((error: unknown) => {
      throw new KeySetUnavailable(error instanceof Error ? error.message : 'The address can’t be reached.', { cause: error });
    });
    if (answered.status !== 200) throw new KeySetUnavailable(`The address answers with status ${answered.status}.`);
    return readKeySet(answered.body.toString('utf8'));
  }

  private knownOf(url: string): Known {
    const known = this.byUrl.get(url) ?? { set: null, readAtMs: 0, triedAtMs: Number.NEGATIVE_INFINITY, reading: null, next: null };
    // The longest unused goes first.
    this.byUrl.delete(url);
    this.byUrl.set(url, known);
    if (this.byUrl.size > SETS_MAX) {
      const [oldest] = this.byUrl.keys();
      if (oldest !== undefined) this.byUrl.delete(oldest);
    }
    return known;
  }
}
