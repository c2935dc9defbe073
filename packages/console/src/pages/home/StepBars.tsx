import classes from './Home.module.css';

/** How far something is that takes steps: a bar each, filled where it is done. */
export const StepBars = ({ steps }: { readonly steps: readonly boolean[] }) => (
  <span className={classes['steps']} role="img" aria-label={`${steps.filter(Boolean).length} of ${steps.length} steps done`}>
    {steps.map((done, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
      <i key={i} data-done={done} />
    ))}
  </span>
);
