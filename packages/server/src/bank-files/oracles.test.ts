// Second opinions: other people's readers on the same files. They count in floating point; their text is compared, not their sums.
import { closingOf, type PrintedStatement, printedStatement, printMt940, printOfx } from '@countinghouse/testkit/bank-statements';
import { fc, test as propertyTest } from '@fast-check/vitest';
import mt940js from 'mt940js';
import { parse as parseOfx } from 'ofx-js';
import { describe, expect } from 'vitest';
import { readBankFile } from './read-bank-file.ts';

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));
/** Minor units: of ours exactly, of another reader's number by rounding; up to 10¹³ that is the number it meant. */
const ours = (units: bigint | undefined, { decimals }: PrintedStatement): number => Number((units ?? -1n) / 10n ** BigInt(8 - decimals));
const theirs = (amount: number, { decimals }: PrintedStatement): number => Math.round(amount * 10 ** decimals) + 0;
const day = (date: Date): string => date.toISOString().slice(0, 10);
const few = fc.uniqueArray(printedStatement, { minLength: 1, maxLength: 3, selector: ({ number }) => number });

describe('mt940js', () => {
  // It rounds to cents: dinars have a thousandth.
  const cents = few.filter((all) => all.every(({ decimals }) => decimals <= 2));
  propertyTest.prop([cents, fc.constantFrom('german' as const, 'slashed' as const, 'plain' as const)])('reads the same', (all, style) => {
    const text = printMt940(all, style);
    const read = readBankFile(bytes(text)).statements;
    const other = new mt940js.Parser().parse(text);
    expect(other.map(({ accountIdentification, currency }) => [accountIdentification, currency])).toEqual(
      read.map(({ account, currency }) => [account, currency]),
    );
    for (const [i, s] of all.entries()) {
      const [own, theirOwn] = [read[i], other[i]];
      expect([theirOwn?.openingBalance, theirOwn?.closingBalance].map((n) => theirs(n ?? Number.NaN, s))).toEqual([
        ours(own?.openingBalance, s),
        ours(own?.closingBalance, s),
      ]);
      expect(theirOwn?.transactions.map((t) => [theirs(t.amount, s), day(t.date), t.reference, t.bankReference])).toEqual(
        own?.lines.map((l) => [ours(l.amount, s), l.valueDate, l.reference, l.bankReference]),
      );
    }
  });
});

interface OtherTransaction {
  readonly TRNAMT: string;
  readonly FITID: string;
  readonly NAME: string;
  readonly MEMO: string;
  readonly DTPOSTED: string;
}
interface OtherStatement {
  readonly STMTRS: {
    readonly CURDEF: string;
    readonly BANKACCTFROM: { readonly ACCTID: string };
    readonly BANKTRANLIST: { readonly STMTTRN: OtherTransaction | readonly OtherTransaction[] };
    readonly LEDGERBAL: { readonly BALAMT: string };
  };
}
interface OtherOfx {
  readonly OFX: { readonly BANKMSGSRSV1: { readonly STMTTRNRS: OtherStatement | readonly OtherStatement[] } };
}
const listOf = <T>(one: T | readonly T[]): readonly T[] => (Array.isArray(one) ? (one as readonly T[]) : [one as T]);
const written = (text: string, { decimals }: PrintedStatement): bigint => BigInt(text.replace('.', '')) * 10n ** BigInt(8 - decimals);

describe('ofx-js', () => {
  propertyTest.prop([few, fc.constantFrom(1 as const, 2 as const)])('reads the same', async (all, version) => {
    const text = printOfx(all, version);
    const read = readBankFile(bytes(text)).statements;
    const answers = listOf(((await parseOfx(text)) as unknown as OtherOfx).OFX.BANKMSGSRSV1.STMTTRNRS).map((answer) => answer.STMTRS);
    expect(answers).toHaveLength(read.length);
    for (const [i, s] of all.entries()) {
      const [other, own] = [answers[i], read[i]];
      expect([other?.CURDEF, other?.BANKACCTFROM.ACCTID]).toEqual([own?.currency, own?.account]);
      expect(written(other?.LEDGERBAL.BALAMT ?? '', s)).toBe(own?.closingBalance);
      expect(own?.closingBalance).toBe(closingOf(s) * 10n ** BigInt(8 - s.decimals));
      const transactions = listOf(other?.BANKTRANLIST.STMTTRN ?? []);
      expect(transactions.map((t) => [written(t.TRNAMT, s), t.FITID, t.NAME, t.MEMO, t.DTPOSTED.slice(0, 8)])).toEqual(
        own?.lines.map((l) => [l.amount, l.bankReference, l.counterparty, l.description, l.postedAt.replaceAll('-', '')]),
      );
    }
  });
});
