// Whether a balance sheet balances, as the wire says it.
import type { Statement } from '@countinghouse/contract/features/reports';

const negative = (minor: string): string => (minor === '0' ? '0' : minor.startsWith('-') ? minor.slice(1) : `-${minor}`);

/** Where its assets and its last line do not agree, by currency, and in the translation: nowhere. */
export function unbalanced({ lines, currencies, prior }: Statement): readonly string[] {
  const [assets, last] = [lines.find((l) => l.title === 'Total assets'), lines.at(-1)];
  if (assets === undefined || last?.title !== 'Total liabilities and equity') return ['not the lines of a balance sheet'];
  return (prior === null ? (['current'] as const) : (['current', 'prior'] as const)).flatMap((column) => {
    const own = currencies.map(({ code }) => {
      const of = (line: typeof assets): string => line.amounts.find((a) => a.currency === code)?.[column] ?? '0';
      return { what: code, owned: of(assets), owed: of(last) };
    });
    const translated = { what: 'translated', owned: assets.translated[column] ?? '0', owed: last.translated[column] ?? '0' };
    return [...own, translated].flatMap(({ what, owned, owed }) =>
      negative(owned) === owed ? [] : [`${column} ${what}: ${owned} and ${owed}`],
    );
  });
}
