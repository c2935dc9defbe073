// What the bench tells: a row for each goal. What counts are ratios to a baseline of the same run; times are told as they are.

export interface Row {
  readonly name: string;
  readonly title: string;
  readonly value: number;
  readonly unit: string;
  /** The row, or the state, that it is held against; null where the value counts by itself. */
  readonly baseline: string | null;
  readonly ratio: number | null;
  /** What the ratio is to reach; the value, where there is no baseline. null: told, not judged. */
  readonly goal: number | null;
  readonly goalIs: 'at least' | 'at most' | null;
  readonly ok: boolean;
  /** What else is to be known of it. */
  readonly note?: string;
}

type Told = Pick<Row, 'name' | 'title' | 'value' | 'unit'> & { readonly note?: string };
type Aim = { readonly atLeast: number } | { readonly atMost: number } | null;

const isMet = (aim: Aim, value: number): boolean => (aim === null ? true : 'atLeast' in aim ? value >= aim.atLeast : value <= aim.atMost);
const goalOf = (aim: Aim): Pick<Row, 'goal' | 'goalIs'> =>
  aim === null
    ? { goal: null, goalIs: null }
    : 'atLeast' in aim
      ? { goal: aim.atLeast, goalIs: 'at least' }
      : { goal: aim.atMost, goalIs: 'at most' };

/** A value that counts by itself. */
export const absolute = (told: Told, aim: Aim): Row => ({
  ...told,
  baseline: null,
  ratio: null,
  ...goalOf(aim),
  ok: isMet(aim, told.value),
});

/** A value that counts as a ratio to a baseline; where that was not measured it is not judged. */
export function relative(told: Told, baseline: { readonly name: string; readonly value: number | undefined }, aim: Aim): Row {
  const ratio = baseline.value === undefined ? null : told.value / baseline.value;
  return { ...told, baseline: baseline.name, ratio, ...goalOf(aim), ok: ratio === null || isMet(aim, ratio) };
}

const TITLE_WIDTH = 58;
const shown = (value: number): string =>
  Math.abs(value) >= 100 ? String(Math.round(value)) : value >= 10 ? value.toFixed(1) : value.toFixed(3);

/** One line, for a person. */
export function lineOf({ title, value, unit, baseline, ratio, goal, goalIs, ok, note }: Row): string {
  const told = `${shown(value)} ${unit}`.padStart(20);
  const compared = ratio === null ? '' : `${ratio.toFixed(2)} × ${baseline}`;
  const aim = goal === null ? '' : `goal ${goalIs} ${goal}${ok ? '' : ' MISSED'}`;
  return `${title.padEnd(TITLE_WIDTH)}${told}   ${[compared, aim, note ?? ''].filter((t) => t !== '').join('   ')}`;
}
