/** Those whose code begins with what is typed, then those that have it in their code, then those that were found by other words; each in the order given. */
export function codeFirst<T extends { readonly code: string }>(found: readonly T[], typed: string): readonly T[] {
  const words = typed.trim().toLowerCase();
  const rank = ({ code }: T): number => {
    const at = code.toLowerCase().indexOf(words);
    return at === 0 ? 0 : at > 0 ? 1 : 2;
  };
  return words === '' ? found : [...found].sort((a, b) => rank(a) - rank(b));
}
