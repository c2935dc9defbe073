// What is an IBAN, and what only looks like one.
import type { Place } from './statement.ts';
import { cleanWords } from './values.ts';

/** Characters in all by country: the IBAN registry of ISO 13616. */
const LENGTHS =
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 ' +
  'GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ' +
  'ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ' +
  'ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30';
const lengths: ReadonlyMap<string, number> = new Map(LENGTHS.split(' ').map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]));

/** Of a country that has IBANs, as long as that country's are, and the rearranged digits leave 1 when divided by 97. */
export function isIban(text: string): boolean {
  if (lengths.get(text.slice(0, 2)) !== text.length || !/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(text)) return false;
  return restOf(text.slice(4) + text.slice(0, 4)) === 1;
}

/** Divided by 97, letters as two digits from A = 10. */
function restOf(rearranged: string): number {
  let rest = 0;
  for (const c of rearranged) {
    const value = Number.parseInt(c, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/** How German banks name an account in MT940: bank code, slash, number without leading zeros, and sometimes the currency. */
const GERMAN = /^(\d{8})\/(\d{1,10})(?:[A-Z]{3})?$/;

/** The IBAN of an account that is written as bank code and number; undefined for anything else. */
export function germanIban(account: string): string | undefined {
  const [, bank, number] = GERMAN.exec(account.replaceAll(' ', '').toUpperCase()) ?? [];
  if (bank === undefined || number === undefined) return undefined;
  const own = `${bank}${number.padStart(10, '0')}`;
  return `DE${String(98 - restOf(`${own}DE00`)).padStart(2, '0')}${own}`;
}

/** Spaces taken out of what is an IBAN; anything else as cleanWords leaves it. */
export function cleanAccount(text: string | undefined, place: Place): string | undefined {
  const clean = cleanWords(text, place);
  const tight = clean?.replaceAll(' ', '').toUpperCase();
  return tight !== undefined && isIban(tight) ? tight : clean;
}
