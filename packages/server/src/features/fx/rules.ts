// What of a file of the European Central Bank is imported, and from when its rates hold.

import type { PublishedDay } from '@countinghouse/kernel/fx/commands';
import { ECB_BASE } from '@countinghouse/kernel/fx/find-rate';
import { countRates, RATES_AN_IMPORT_MAX } from '@countinghouse/kernel/fx/import';
import { isoCurrencies } from '@countinghouse/kernel/money/iso4217';
import { readInstant } from '@countinghouse/kernel/time/instant';
import { Refusal, refuseField } from '../../http/refusal.ts';
import type { EcbDay } from './ecb-file.ts';

/** UTC. The bank publishes around 16:00 in Frankfurt, which is 14:00 or 15:00 UTC: never before it is published. Source: decision 0016. */
const HOLDS_FROM = '15:00:00Z';

export interface Chosen {
  readonly days: readonly PublishedDay[];
  /** The first and the last day of them. */
  readonly from: string;
  readonly to: string;
}

/** The newest days of a file, in the currencies that are wanted. Throws VALIDATION_ERROR where nothing, or too much, is left. */
export function choosePublished(file: readonly EcbDay[], wanted: readonly string[], daysMax: number): Chosen {
  const codes = new Set(wanted.filter((code) => code !== ECB_BASE && isoCurrencies.has(code)));
  const chosen = file
    .slice(0, daysMax)
    .map(({ date, rates }) => ({ date, rates: rates.filter(([code]) => codes.has(code)) }))
    .filter(({ rates }) => rates.length > 0);
  const [newest, oldest] = [chosen[0], chosen.at(-1)];
  if (newest === undefined || oldest === undefined) {
    const names = [...codes].join(', ') || 'none but EUR, against which they are published';
    throw refuseField('currencies', `The file has no rates of these currencies: ${names}.`);
  }
  const days = chosen.map(({ date, rates }) => ({ asofUs: readInstant(`${date}T${HOLDS_FROM}`), rates }));
  const count = countRates(days);
  if (count > RATES_AN_IMPORT_MAX)
    throw new Refusal('VALIDATION_ERROR', [
      { path: 'days', message: `These are ${count} rates; import at most ${RATES_AN_IMPORT_MAX} at once: fewer days or currencies.` },
    ]);
  return { days, from: oldest.date, to: newest.date };
}
