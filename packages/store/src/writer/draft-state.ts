// A draft of a state: what is decided and applied on it leaves the state as it is. Unlike a copy it costs what is looked at, not what
// there is; the state must not move while the draft is in use.

import type { TenantState } from '@countinghouse/kernel/ledger/state';

export const draftOf = (state: TenantState): TenantState => draft(state, new Map()) as TenantState;

/** States are made of Maps, Sets, arrays and plain objects. What is in them twice is in the draft twice, as one. */
function draft(value: unknown, made: Map<object, object>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const known = made.get(value);
  if (known !== undefined) return known;
  if (value instanceof Map) return keep(made, value, new DraftMap(value, (entry) => draft(entry, made)));
  if (value instanceof Set) return keep(made, value, new DraftSet(value));
  if (Array.isArray(value)) {
    const copy: unknown[] = keep(made, value, []);
    for (const entry of value) copy.push(draft(entry, made));
    return copy;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new TypeError('a state holds nothing but Maps, Sets, arrays and plain objects');
  const copy: Record<string, unknown> = keep(made, value, { ...value });
  for (const key in copy) copy[key] = draft(copy[key], made);
  return copy;
}

function keep<T extends object>(made: Map<object, object>, original: object, copy: T): T {
  made.set(original, copy);
  return copy;
}

/** A Set over another, copied when it is first changed. */
class DraftSet<T> extends Set<T> {
  private readonly base: ReadonlySet<T>;
  private own = false;

  constructor(base: ReadonlySet<T>) {
    super();
    this.base = base;
  }

  private makeOwn(): void {
    if (this.own) return;
    this.own = true;
    for (const value of this.base) super.add(value);
  }

  override has(value: T): boolean {
    return this.own ? super.has(value) : this.base.has(value);
  }

  override add(value: T): this {
    this.makeOwn();
    return super.add(value);
  }

  override delete(value: T): boolean {
    this.makeOwn();
    return super.delete(value);
  }

  override clear(): void {
    this.own = true;
    super.clear();
  }

  override get size(): number {
    return this.own ? super.size : this.base.size;
  }

  override keys(): SetIterator<T> {
    return this.own ? super.keys() : this.base.keys();
  }

  override values(): SetIterator<T> {
    return this.keys();
  }

  override [Symbol.iterator](): SetIterator<T> {
    return this.keys();
  }

  override *entries(): SetIterator<[T, T]> {
    for (const value of this.keys()) yield [value, value];
  }

  override forEach(visit: (value: T, same: T, set: Set<T>) => void): void {
    for (const value of this.keys()) visit(value, value, this);
  }
}

/** A Map over another, whose entries are drafted when they are first asked for. */
class DraftMap<K, V> extends Map<K, V> {
  private readonly base: ReadonlyMap<K, V>;
  private readonly draftEntry: (entry: V) => unknown;
  private readonly gone = new Set<K>();

  constructor(base: ReadonlyMap<K, V>, draftEntry: (entry: V) => unknown) {
    super();
    this.base = base;
    this.draftEntry = draftEntry;
  }

  private isOfBase(key: K): boolean {
    return !this.gone.has(key) && this.base.has(key);
  }

  override has(key: K): boolean {
    return super.has(key) || this.isOfBase(key);
  }

  override get(key: K): V | undefined {
    if (super.has(key) || !this.isOfBase(key)) return super.get(key);
    const entry = this.draftEntry(this.base.get(key) as V) as V;
    super.set(key, entry);
    return entry;
  }

  override delete(key: K): boolean {
    const was = this.has(key);
    super.delete(key);
    this.gone.add(key);
    return was;
  }

  override clear(): void {
    super.clear();
    for (const key of this.base.keys()) this.gone.add(key);
  }

  override get size(): number {
    let size = 0;
    for (const _key of this.keys()) size += 1;
    return size;
  }

  override *keys(): MapIterator<K> {
    for (const key of this.base.keys()) if (this.has(key)) yield key;
    for (const key of super.keys()) if (!this.base.has(key)) yield key;
  }

  override *values(): MapIterator<V> {
    for (const key of this.keys()) yield this.get(key) as V;
  }

  override *entries(): MapIterator<[K, V]> {
    for (const key of this.keys()) yield [key, this.get(key) as V];
  }

  override [Symbol.iterator](): MapIterator<[K, V]> {
    return this.entries();
  }

  override forEach(visit: (value: V, key: K, map: Map<K, V>) => void): void {
    for (const [key, value] of this.entries()) visit(value, key, this);
  }
}
