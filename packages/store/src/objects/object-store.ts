// Files beside the log: attachments, and whatever else an event names by its SHA-256. Content is addressed by its hash and never
// changes. Nothing here is a path or a folder, so that another kind of store can take its place.

/** What an event says of a file. */
export interface StoredObject {
  /** SHA-256 of the content, 64 hex digits in lower case. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** What a store has: content under its hash, or a text under a name. */
export type Listed = { readonly tenantId: string } & ({ readonly sha256: string; readonly sizeBytes: number } | { readonly name: string });

export interface ObjectStore {
  /**
   * Keeps content, and answers once it would survive a loss of power: only then may an event name it. The same content again
   * changes nothing, or mends what was damaged. An error of `content` is thrown on, and nothing is kept. Throws
   * ObjectStoreUnavailable, as everything here does.
   */
  put(tenantId: string, content: AsyncIterable<Uint8Array>): Promise<StoredObject>;
  /** The whole content, hashed again before it is answered. Throws ObjectDamaged. */
  get(tenantId: string, sha256: string): Promise<Buffer>;
  /**
   * `length` bytes of an object from `offset` on; both from 0 and 1. They are not hashed: whoever asks for a part knows a hash of it.
   * Throws ObjectDamaged where the object is missing, or has not so many bytes.
   */
  getRange(tenantId: string, sha256: string, offset: number, length: number): Promise<Buffer>;
  /** Whether there is an object of that name; its content is not looked at. */
  has(tenantId: string, sha256: string): Promise<boolean>;
  /** Keeps a short text under a name, in place of the one before: the only content here that changes. Survives a loss of power. */
  putNamed(tenantId: string, name: string, text: string): Promise<void>;
  /** null where nothing was put under that name. */
  getNamed(tenantId: string, name: string): Promise<string | null>;
  /** Everything that is kept, of all organisations, in no order. What is put meanwhile may be missing. */
  list(): AsyncIterable<Listed>;
  /** Lets go of connections. */
  close(): void;
}

/** The log names an object that is gone, or whose content is another one by now. */
export class ObjectDamaged extends Error {
  readonly fault: 'missing' | 'altered';

  constructor(fault: 'missing' | 'altered') {
    super(`object ${fault}`);
    this.fault = fault;
  }
}

/**
 * The store cannot be asked. `away`: it does not answer, or fails by itself; the same again may work. `refused`: it does not let us in,
 * or has no such bucket. `unset`: its settings are incomplete.
 */
export class ObjectStoreUnavailable extends Error {
  readonly fault: 'away' | 'refused' | 'unset';

  constructor(fault: 'away' | 'refused' | 'unset', what: string, cause?: unknown) {
    super(`the object store is not available: ${what}`, { cause });
    this.fault = fault;
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const sha256Hex = /^[0-9a-f]{64}$/;

/** Where an organisation's objects are, in every store. Throws RangeError for what is no id of one. */
export function folderOf(tenantId: string): string {
  if (!uuid.test(tenantId)) throw new RangeError('not an organisation');
  return tenantId;
}

/** Throws RangeError for what is no part of an object. */
export function checkRange(offset: number, length: number): void {
  if (!Number.isSafeInteger(offset) || offset < 0 || !Number.isSafeInteger(length) || length < 1) throw new RangeError('not a part');
}

/** The name of an object in every store: `<organisation>/<first two digits>/<SHA-256>`. Throws RangeError for what is neither. */
export function keyOf(tenantId: string, sha256: string): string {
  if (!sha256Hex.test(sha256)) throw new RangeError('not a SHA-256');
  return `${folderOf(tenantId)}/${sha256.slice(0, 2)}/${sha256}`;
}

const textName = /^[a-z]+(?:-[a-z]+)+$/;

/** The place of a named text in every store: `<organisation>/<name>`. Throws RangeError for what is no name. */
export function namedKeyOf(tenantId: string, name: string): string {
  if (!textName.test(name)) throw new RangeError('not a name');
  return `${folderOf(tenantId)}/${name}`;
}

/** What is kept under a key, as `keyOf` and `namedKeyOf` make them; null for what neither makes. */
export function listedAt(key: string, sizeBytes: number): Listed | null {
  const [tenantId = '', first = '', sha256, ...more] = key.split('/');
  if (!uuid.test(tenantId) || more.length > 0) return null;
  if (sha256 === undefined) return textName.test(first) ? { tenantId, name: first } : null;
  return sha256Hex.test(sha256) && sha256.startsWith(first) && first.length === 2 ? { tenantId, sha256, sizeBytes } : null;
}
