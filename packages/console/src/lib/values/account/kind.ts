// What an account's kind is called: organisations name kinds as they like, as a program would spell them.

const words: Readonly<Record<string, string>> = { fx_revaluation: 'FX revaluation' };

/** `fx_revaluation` as *FX revaluation*, `bank` as *Bank*. What is spelt in capitals, `FX`, stays so. */
export function wordOfKind(kind: string): string {
  const spaced = kind.replaceAll(/[_-]+/g, ' ').trim();
  return words[kind] ?? `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`;
}
