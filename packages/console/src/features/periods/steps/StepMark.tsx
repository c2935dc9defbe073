import { IconCheck } from '@tabler/icons-react';
import classes from './StepMark.module.css';
import type { StepState } from './steps.ts';

/** Where a step of a close is: its number, or that it is done. */
export function StepMark({ n, state }: { readonly n: number; readonly state: StepState }) {
  return (
    <span className={classes['mark']} data-state={state} aria-hidden>
      {state === 'done' ? <IconCheck size={14} stroke={3} /> : n}
    </span>
  );
}
