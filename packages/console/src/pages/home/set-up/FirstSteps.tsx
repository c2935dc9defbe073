import home from '../Home.module.css';
import { GetStarted } from './GetStarted.tsx';
import { SetUp, type SetUpProps } from './SetUp.tsx';

/** What an empty organisation begins with, and what there is beside. */
export function FirstSteps(props: SetUpProps) {
  return (
    <div className={home['row']}>
      <SetUp {...props} />
      <GetStarted />
    </div>
  );
}
