import { showDay } from '../../lib/values/time.ts';

/** A day of the wire, `2026-11-22`, in words; the whole of it on hover. */
export const Day = ({ on }: { readonly on: string }) => (
  <time dateTime={on} title={on} className="numbers nowrap">
    {showDay(on)}
  </time>
);
