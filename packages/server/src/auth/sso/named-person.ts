// Whom a provider names, in whichever protocol: what is taken over of what it says.

const NAME_LENGTH_MAX = 80;
const EMAIL_LENGTH_MAX = 254;
/** In a reply: a person is in more groups than a reply carries long before. */
const GROUPS_MAX = 1_000;

export interface NamedPerson {
  /** The provider's own name of them, which never is another's. */
  readonly subject: string;
  /** In lower case; null where it does not say that the address is verified. */
  readonly verifiedEmail: string | null;
  readonly name: string;
  readonly groups: readonly string[];
  /** Whether it says that it asked for a second factor. */
  readonly secondFactor: boolean;
}

/** In lower case; null where it is no address, or has something in it that is not seen. */
export function addressOf(said: unknown): string | null {
  const address = typeof said === 'string' ? said.trim().toLowerCase() : '';
  return /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(address) && address.length <= EMAIL_LENGTH_MAX ? address : null;
}

/** On one line; without a name what stands before the @. */
export function nameOf(said: unknown, address: string | null): string {
  const name = (typeof said === 'string' ? said : '')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, NAME_LENGTH_MAX);
  return name || (address?.split('@')[0] ?? '');
}

export const groupsOf = (said: readonly unknown[]): readonly string[] =>
  said.filter((group) => typeof group === 'string').slice(0, GROUPS_MAX);
