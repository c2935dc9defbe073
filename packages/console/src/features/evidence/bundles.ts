// What a list of bundles shows of each, and which of them a filter leaves.
import type { EvidenceBundle } from '@countinghouse/contract/features/evidence';
import { readAmountE8 } from '../../lib/values/money.ts';
import { told, wordOfUseCase } from '../../lib/values/use-case.ts';

const statuses = ['executed', 'rejected', 'published'] as const;
type BundleStatus = (typeof statuses)[number] | 'unknown';

const textAt = (bundle: EvidenceBundle, name: string): string => {
  const value = bundle.metadata[name];
  return typeof value === 'string' ? value : '';
};

/** What became of what it is about. */
export const statusOfBundle = (bundle: EvidenceBundle): BundleStatus => statuses.find((s) => s === textAt(bundle, 'status')) ?? 'unknown';

/** The use case of an intent, or that it is a statement. */
export const subjectOf = (bundle: EvidenceBundle): string =>
  textAt(bundle, 'kind') === 'period' ? `Statement of ${textAt(bundle, 'period_code')}` : wordOfUseCase(textAt(bundle, 'use_case'));

/** What it is about in words: what the rows of the intent say, else what kind of thing it is. */
export const titleOf = (bundle: EvidenceBundle): string =>
  bundle.narrative === null ? subjectOf(bundle) : told(textAt(bundle, 'use_case'), bundle.narrative);

/** What its rows come to, a currency each. */
export const amountsOf = ({ amounts }: EvidenceBundle) =>
  amounts.map(({ currency, amount }) => ({ currency, amountE8: readAmountE8(amount) }));

/** Whether a bundle has every word of `q`, in whatever case and order, and the status where one is asked for. */
export function isShown(bundle: EvidenceBundle, q: string, status: BundleStatus | undefined): boolean {
  if (status !== undefined && statusOfBundle(bundle) !== status) return false;
  const text = [
    bundle.name,
    titleOf(bundle),
    subjectOf(bundle),
    statusOfBundle(bundle),
    textAt(bundle, 'error'),
    bundle.content_sha256,
    String(bundle.seq),
  ]
    .join(' ')
    .toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
