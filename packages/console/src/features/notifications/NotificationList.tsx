import type { Notification } from '@countinghouse/contract/features/notifications';
import { useTimeZone } from '../../lib/screen/preferences.ts';
import { dayOf } from '../../lib/values/time.ts';
import { NotificationLine } from './NotificationLine.tsx';
import classes from './Notifications.module.css';

interface NotificationListProps {
  readonly notifications: readonly Notification[];
  readonly mine: boolean;
  readonly onOpen: (notification: Notification) => void;
}

/** Notifications by the day they are of, the latest first. */
export function NotificationList({ notifications, mine, onOpen }: NotificationListProps) {
  const [zone] = useTimeZone();
  const now = new Date();
  const days = Map.groupBy(notifications, (n) => dayOf(n.at, zone, now).key);
  return (
    <div>
      {[...days].map(([key, its]) => {
        const { title, note } = dayOf(its[0]?.at ?? key, zone, now);
        return (
          <section key={key} aria-label={note ?? title}>
            <h3 className={classes['day']}>{title}</h3>
            <ul className={classes['lines']}>
              {its.map((n) => (
                <li key={n.seq}>
                  <NotificationLine notification={n} mine={mine} onOpen={() => onOpen(n)} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
