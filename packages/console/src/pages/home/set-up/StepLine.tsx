import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './SetUp.module.css';
import type { Step } from './steps.ts';

interface StepLineProps {
  readonly step: Step;
  readonly title: string;
  readonly says: string;
  /** What stands at the end of the line, once the step can be done. */
  readonly aside?: ReactNode;
  /** Its form, which is open while it is the next step. */
  readonly children?: ReactNode;
}

const wordOf = { done: 'Done', now: 'Next', open: 'Open', blocked: 'Later' } as const;

/** One step of the way: what it is for, and the way to do it. */
export function StepLine({ step, title, says, aside, children }: StepLineProps) {
  return (
    <li className={classes['step']} data-state={step.state} aria-current={step.state === 'now' ? 'step' : undefined}>
      <span className={classes['mark']} role="img" aria-label={wordOf[step.state]}>
        {step.state === 'done' ? <IconCheck size={15} stroke={2.4} aria-hidden /> : step.number}
      </span>
      <div className={classes['what']}>
        <h3>{title}</h3>
        <p>{says}</p>
      </div>
      <div className={classes['aside']}>{step.after === null ? aside : <span className="dimmed">After step {step.after}</span>}</div>
      {step.state === 'now' && children !== undefined ? <div className={classes['form']}>{children}</div> : null}
    </li>
  );
}
