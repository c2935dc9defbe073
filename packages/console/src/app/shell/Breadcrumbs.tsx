import { useLocation } from '@tanstack/react-router';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { parentOf, screenAt } from '../navigation.ts';
import classes from './Shell.module.css';

/** Where one is: the section of the menu and the screen in it. */
export function Breadcrumbs() {
  const screen = screenAt(useLocation({ select: (location) => location.pathname }));
  if (screen === undefined) return <div className={classes['crumbs']} />;
  const parent = parentOf(screen);
  return (
    <nav aria-label="Breadcrumb" className={classes['crumbs']}>
      <ol>
        <li className="dimmed">{screen.section}</li>
        {parent === undefined || parent.title === screen.title ? null : (
          <li className={classes['parent']}>
            <TextLink to={parent.path}>{parent.title}</TextLink>
          </li>
        )}
        <li className={classes['here']} aria-current="page">
          <span className={classes['here']}>{screen.title}</span>
        </li>
      </ol>
    </nav>
  );
}
