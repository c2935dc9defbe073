import { type Icon, IconApi, IconBook, IconChevronRight, IconFileSpreadsheet } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type Path, paths } from '../../../lib/screen/paths.ts';
import { Panel } from '../../../ui/page/Panel.tsx';
import home from '../Home.module.css';
import classes from './SetUp.module.css';

const promised = [
  ['Cash', 'Per currency, with 30 days of history', 'M1 26 L12 21 L24 23 L36 16 L48 18 L60 9 L72 11 L92 4'],
  ['Waiting for me', 'What you approve, match and close', 'M1 6 H70 M1 15 H92 M1 24 H56'],
  ['Flows ahead', 'What is value-dated after today', 'M1 5 H26 V14 H48 V24 H66 V10 H92'],
] as const;

interface Way {
  readonly icon: Icon;
  readonly title: string;
  readonly says: string;
  readonly to: Path;
  readonly search?: Readonly<Record<string, unknown>>;
}

const ways: readonly Way[] = [
  { icon: IconFileSpreadsheet, title: 'Import from a file', says: 'Accounts, opening balances, postings', to: paths.imports },
  { icon: IconApi, title: 'Post from a program', says: 'An API key, and a first call', to: paths.guide, search: { page: 'integrator' } },
  {
    icon: IconBook,
    title: 'The concepts in ten minutes',
    says: 'Intent, hold, period, approval',
    to: paths.guide,
    search: { page: 'concepts' },
  },
];

/** What the overview shows once there is something to show, and faster ways there. */
export function GetStarted() {
  return (
    <div className={home['column']}>
      <Panel title="What you will see here">
        <ul className={classes['promised']}>
          {promised.map(([title, says, line]) => (
            <li key={title}>
              <span>
                <strong>{title}</strong>
                <span className="dimmed">{says}</span>
              </span>
              <svg viewBox="0 0 94 32" width="94" height="32" aria-hidden>
                <path d={line} className={classes['sketch'] ?? ''} />
                <path d="M1 31 H93" className={classes['ground'] ?? ''} />
              </svg>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="Get started faster" flush>
        <nav aria-label="Get started faster">
          {ways.map(({ icon: Mark, title, says, to, search }) => (
            <Link key={title} to={to} {...(search === undefined ? {} : { search })} className={home['work']}>
              <Mark size={18} stroke={1.6} aria-hidden />
              <span className={home['words']}>
                <strong>{title}</strong>
                <span>{says}</span>
              </span>
              <IconChevronRight size={15} aria-hidden />
            </Link>
          ))}
        </nav>
      </Panel>
    </div>
  );
}
