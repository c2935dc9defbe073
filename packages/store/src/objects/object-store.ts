// Files beside the log: attachments, and whatever else an event names by its SHA-256. Content is addressed by its hash and never
// changes. Nothing here is a path or a folder, so that another kind of store can take its place.

/** What an event says of a file. */
export interface StoredObject {
  /** SHA-256 of the content, 64 hex digits in lower case. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

export interface ObjectStore {
  /**
   * Keeps content, and answers once it would survive a loss of power: only then may an event name it. The same content again
   * changes nothing, or mends what was damaged. An error of `content` is thrown on, and nothing is kept.
   */
  put(tenantId: string, content: AsyncIterable<Uint8Array>): Promise<StoredObject>;
  /** The whole content, hashed again before it is answered. Throws ObjectDamaged. */
  get(tenantId: string, sha256: string): Promise<Buffer>;
  /** Whether there is an object of that name; its content is not looked at. */
  has(tenantId: string, sha256: string): Promise<boolean>;
}

/** The log names an object that is gone, or whose content is another one by now. */
export class ObjectDamaged extends Error {
  readonly fault: 'missing' | 'altered';

  constructor(fault: 'missing' | 'altered') {
    super(`object ${fault}`);
    this.fault = fault;
  }
}
