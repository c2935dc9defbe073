// A copy of a state that shares nothing with it that could change: what is decided on the copy leaves the state as it is.

import type { AccountState } from '@countinghouse/kernel/accounts/state';
import type { TenantState } from '@countinghouse/kernel/ledger/state';

/** In one go. An object that is in the state twice is in the copy twice, as one. */
export function copyState(state: TenantState): TenantState {
  // Of accounts there are many, and nothing in one can change but itself: they are copied without a look at each field.
  const [accounts, byCode] = [new Map<string, AccountState>(), new Map<string, AccountState>()];
  for (const account of state.accounts.values()) {
    const copy = { ...account };
    accounts.set(copy.id, copy);
    byCode.set(copy.code, copy);
  }
  const made = new Map<object, object>([
    [state.accounts, accounts],
    [state.accountByCode, byCode],
    // Its lists are never changed in place.
    [state.accountIdsByReference, new Map(state.accountIdsByReference)],
  ]);
  return copyOf(state, made) as TenantState;
}

/** States are made of Maps, Sets, arrays and plain objects; what is in them besides is a value and cannot change. */
function copyOf(value: unknown, made: Map<object, object>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const known = made.get(value);
  if (known !== undefined) return known;
  if (value instanceof Map) {
    const copy = new Map<unknown, unknown>();
    made.set(value, copy);
    for (const [key, entry] of value) copy.set(key, copyOf(entry, made));
    return copy;
  }
  if (value instanceof Set) {
    const copy = new Set<unknown>();
    made.set(value, copy);
    for (const entry of value) copy.add(copyOf(entry, made));
    return copy;
  }
  if (Array.isArray(value)) {
    const copy: unknown[] = [];
    made.set(value, copy);
    for (const entry of value) copy.push(copyOf(entry, made));
    return copy;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new TypeError('a state holds nothing but Maps, Sets, arrays and plain objects');
  const copy: Record<string, unknown> = { ...value };
  made.set(value, copy);
  for (const key in copy) {
    const entry = copy[key];
    if (typeof entry === 'object' && entry !== null) copy[key] = copyOf(entry, made);
  }
  return copy;
}
