// Secrets that were written into a file of the repo. What is looked for has a form of its own, or stands behind a word that says what it is and is
// too even to be typed by hand.
import type { Fault, SourceFile } from './source.ts';

const forms: readonly (readonly [what: string, form: RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----(?:\s|\\[nr])+[A-Za-z0-9+/=]{16}/],
  ['a private key', /"d"\s*:\s*"[A-Za-z0-9_-]{40,}"/],
  ['an access key of AWS', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a token of GitHub', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{60,})\b/],
  ['a token of npm', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a token of Slack', /\bxox[abeoprs]-[A-Za-z0-9-]{20,}/],
  ['a key of Stripe', /\b[rs]k_live_[A-Za-z0-9]{20,}/],
  ['a key of Google', /\bAIza[A-Za-z0-9_-]{35}\b/],
  ['a JSON web token', /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,}/],
  ['an API key of ours', /\bchk_[A-Za-z0-9_-]{43}\b/],
];
const named = /(?:secret|passw(?:or)?d|token|api_?key|private_?key)["']?\s*[:=]\s*["']?([A-Za-z0-9+/_-]{24,})/gi;

/** Bits a character: prose and names have less than 3.5, chance of this length 4 and more. */
const EVEN_BITS = 4;

function bitsACharacter(text: string): number {
  const counts = new Map<string, number>();
  for (const c of text) counts.set(c, (counts.get(c) ?? 0) + 1);
  return [...counts.values()].reduce((sum, n) => sum - (n / text.length) * Math.log2(n / text.length), 0);
}

/** Names in code have neither digits in between nor capitals everywhere; chance has both. */
const looksChosenByChance = (value: string): boolean =>
  /\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) && bitsACharacter(value) >= EVEN_BITS;

export function checkSecrets({ path, text }: SourceFile): readonly Fault[] {
  return text.split('\n').flatMap((line, i, lines) => {
    // A key that goes on in the next line begins in this one.
    const seen = `${line}\n${lines[i + 1] ?? ''}`;
    const found = forms.filter(([, form]) => (form.exec(seen)?.index ?? Number.POSITIVE_INFINITY) <= line.length).map(([what]) => what);
    for (const [, value = ''] of line.matchAll(named)) if (looksChosenByChance(value)) found.push('a secret');
    return [...new Set(found)].map((what) => ({ path, line: i + 1, message: `has ${what}: take it out, and change it where it is used` }));
  });
}
