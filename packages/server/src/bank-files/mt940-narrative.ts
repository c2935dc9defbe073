// The words of field :86:, which every country fills its own way: German fields of two digits, Dutch and international ones between
// slashes, or plain text, which may begin with the keys that German fields have.

import type { Place } from './statement.ts';
import { cleanReference, cleanWords, trimOf } from './values.ts';

export interface Narrative {
  readonly reference?: string | undefined;
  /** What the orderer calls it; it counts where :61: points to it. */
  readonly order?: string | undefined;
  readonly description?: string | undefined;
  readonly counterparty?: string | undefined;
}

/** Characters of a line of SWIFT, and of a German field: what fills one goes on in the next without a space. */
const LINE_WIDTH = 65;
const FIELD_WIDTH = 27;

/** Lines of an :86: as what they say; nothing is invented where the bank says nothing. */
export function readNarrative(lines: readonly string[], place: Place): Narrative {
  // Some Polish banks tell the business code in a field of its own before.
  const raw = lines
    .join('')
    .trimStart()
    .replace(/^(\d{3})(?=\1[?<>|~^]\d{2})/, '');
  if (/^\d{0,3}[?<>|~^]\d{2}/.test(raw)) return readGerman(raw, place);
  if (SLASHED.test(raw)) return readSlashed(raw, joinWrapped(lines, LINE_WIDTH), place);
  const words = joinWrapped(lines, LINE_WIDTH);
  const sepa = BEGINS_WITH_KEY.test(words) ? readSepa(words) : new Map<string, string>();
  return {
    reference: cleanReference(sepa.get('EREF'), place),
    order: cleanReference(sepa.get('KREF'), place),
    description: cleanWords(sepa.get('SVWZ') ?? words, place),
  };
}

/** A part that begins with a key begins anew, however full the one before is. */
function joinWrapped(parts: readonly string[], width: number): string {
  const goesOn = (part: string, i: number): boolean => i === 0 || ((parts[i - 1] ?? '').length >= width && !BEGINS_WITH_KEY.test(part));
  return parts.reduce((text, part, i) => (goesOn(part, i) ? text + part : `${text} ${part}`), '');
}

/** DFÜ agreement of the German banks: a business code, then fields `?20` to `?29` and `?60` to `?63` of remittance, `?32` `?33` the name. */
function readGerman(raw: string, place: Place): Narrative {
  const at = raw.search(/\D/);
  const separator = raw[at] ?? '?';
  const fields: { readonly code: number; text: string }[] = [];
  for (const part of raw.slice(at + 1).split(separator)) {
    const code = /^\d{2}/.exec(part)?.[0];
    const last = fields.at(-1);
    if (code !== undefined) fields.push({ code: Number(code), text: part.slice(2) });
    else if (last !== undefined) last.text += separator + part;
  }
  const textOf = (wanted: (code: number) => boolean): string =>
    joinWrapped(
      fields.filter(({ code }) => wanted(code)).map(({ text }) => text),
      FIELD_WIDTH,
    );
  const remittance = readSepa(textOf((code) => (code >= 20 && code <= 29) || (code >= 60 && code <= 63)));
  return {
    reference: cleanReference(remittance.get('EREF'), place),
    order: cleanReference(remittance.get('KREF'), place),
    description:
      cleanWords(remittance.get('SVWZ') ?? remittance.get(''), place) ??
      cleanWords(
        textOf((code) => code === 0),
        place,
      ),
    counterparty:
      cleanWords(
        textOf((code) => code === 32 || code === 33),
        place,
      ) ??
      cleanWords(
        textOf((code) => code === 31),
        place,
      ),
  };
}

const SEPA_KEYS = 'EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|BREF|RREF|PURP|IBAN|BIC|ANAM';
const SEPA_KEY = new RegExp(`(?<![A-Z])(${SEPA_KEYS})\\+`);
const BEGINS_WITH_KEY = new RegExp(`^(?:${SEPA_KEYS})\\+`);

/** What stands behind each key; what stands before the first is under an empty one. The first of a kind counts. */
function readSepa(text: string): ReadonlyMap<string, string> {
  const [before = '', ...parts] = text.split(SEPA_KEY);
  const found = new Map<string, string>([['', before]]);
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const key = parts[i] ?? '';
    if (!found.has(key)) found.set(key, parts[i + 1] ?? '');
  }
  return found;
}

const SLASH_KEYS =
  'TRTP|TRCD|IBAN|BIC|NAME|ADDR|REMI|EREF|IREF|CNTP|MARF|CSID|ORDP|BENM|ID|PURP|RTRN|RREF|ISDT|CREF|PREF|NRTX|SVCL|ULTD|ULTC|ULTB|UDTR|UCRD|OCMT|CHGS|EXCH|INIT|BUSP|ACCW|STA|' +
  'SVWZ|KREF|MREF|ABWA|ABWE|OAMT|COAM';
const SLASHED = new RegExp(`^/(?:${SLASH_KEYS})/`);
const SLASH_KEY = new RegExp(`/(${SLASH_KEYS})/`);

/** Of a party: they follow on it, and are words where they stand in those of the remittance. */
const OF_PARTY: ReadonlySet<string> = new Set(['ID', 'ADDR', 'STA']);

/** Keys between slashes, each with what follows it; one that was there already is a word of what it stands in. `/CNTP/` has account, BIC and name of the other side in one. */
function readSlashed(raw: string, whole: string, place: Place): Narrative {
  const [, ...parts] = raw.split(SLASH_KEY);
  const found = new Map<string, string>();
  let open = '';
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const [key = '', text = ''] = parts.slice(i, i + 2);
    if (found.has(key) || (open === 'REMI' && OF_PARTY.has(key))) found.set(open, `${found.get(open) ?? ''}/${key}/${text}`);
    else {
      open = key;
      found.set(key, text);
    }
  }
  for (const [key, text] of found) found.set(key, trimOf(text, /\//));
  const [account, , name] = found.get('CNTP')?.split('/') ?? [];
  const remittance = found.get('REMI')?.replace(/^(?:USTD\/\/|STRD\/(?:CUR|ISO)\/)/, '');
  const description = cleanWords(remittance ?? found.get('SVWZ'), place) ?? cleanWords(found.get('TRTP'), place);
  // A name may stand right behind the key of its party. Of two parties, one is whose account it is.
  const parties = [found.get('ORDP'), found.get('BENM')].filter((party) => party !== undefined && /^\p{L}/u.test(party));
  const party = parties.length === 1 ? parties[0] : undefined;
  const counterparty = cleanWords(found.get('NAME') ?? name ?? party, place) ?? cleanWords(found.get('IBAN') ?? account, place);
  return {
    reference: cleanReference(found.get('EREF'), place),
    order: cleanReference(found.get('PREF') ?? found.get('KREF'), place),
    // Where none of the keys says who or what, all of it does.
    description: description ?? (counterparty === undefined ? cleanWords(whole, place) : undefined),
    counterparty,
  };
}
