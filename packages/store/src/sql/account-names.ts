// What an account is called outside as SQL compares it: blanks and case aside, as the kernel does (`accounts/find.ts`). An index leads to it.
import { normalReference } from '@countinghouse/kernel/accounts/find';

export const calledOutside = (of = ''): string => `upper(replace(${of}external_ref, ' ', ''))`;

/** Codes and references as they are looked for. A code has no blanks. */
export const asCalled = normalReference;
