import type { Notification, NotificationKind } from '@countinghouse/contract/features/notifications';
import { VisuallyHidden } from '@mantine/core';
import { type Icon, IconAlarm, IconAt, IconCalendarCheck, IconCheck, IconChecklist, IconMessage, IconX } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useCurrencies } from '../../lib/calls/use-lists.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useTimeZone } from '../../lib/screen/preferences.ts';
import { minorUnitsIn, readAmountE8 } from '../../lib/values/money.ts';
import { showTime } from '../../lib/values/time.ts';
import { Money } from '../../ui/money/Money.tsx';
import classes from './Notifications.module.css';
import { detailOf, sentenceOf } from './words.ts';

const looks: Readonly<Record<NotificationKind, { readonly icon: Icon; readonly tone: string }>> = {
  approval_asked: { icon: IconChecklist, tone: 'orange' },
  approval_approved: { icon: IconCheck, tone: 'green' },
  approval_rejected: { icon: IconX, tone: 'red' },
  mention: { icon: IconAt, tone: 'brand' },
  comment: { icon: IconMessage, tone: 'gray' },
  period_started: { icon: IconCalendarCheck, tone: 'gray' },
  period_locked: { icon: IconCalendarCheck, tone: 'gray' },
  period_published: { icon: IconCalendarCheck, tone: 'green' },
  period_reopened: { icon: IconCalendarCheck, tone: 'orange' },
  tasks_late: { icon: IconAlarm, tone: 'red' },
};

/** Where it leads to. */
function placeOf({ subject, subject_id: id, period_id }: Notification): Pick<LinkProps, 'to'> {
  const places = {
    intent: { to: paths.intent, params: { intentId: id } },
    approval: { to: paths.approval, params: { approvalId: id } },
    exception: { to: paths.riskRecon, search: { view: 'rows', open: id } },
    period: { to: paths.periodClose, search: { open: id } },
    task: { to: paths.period, params: { periodId: period_id }, search: { task: id } },
  };
  return places[subject] as Pick<LinkProps, 'to'>;
}

interface NotificationLineProps {
  readonly notification: Notification;
  /** The reader's own; else one of everybody's. */
  readonly mine: boolean;
  readonly onOpen: () => void;
}

/** Who did what, to what, when; the whole line leads there. */
export function NotificationLine({ notification: n, mine, onOpen }: NotificationLineProps) {
  const [zone] = useTimeZone();
  const currencies = useCurrencies();
  const { icon: Icon, tone } = looks[n.kind];
  const detail = detailOf(n);
  return (
    <Link {...placeOf(n)} className={classes['line']} data-unread={!n.read || undefined} onClick={onOpen}>
      <span
        className={classes['icon']}
        style={{ background: `var(--mantine-color-${tone}-light)`, color: `var(--mantine-color-${tone}-light-color)` }}
      >
        <Icon size={16} stroke={1.7} aria-hidden />
      </span>
      <span className={classes['words']}>
        <span>
          {n.read ? null : <VisuallyHidden>Unread: </VisuallyHidden>}
          <strong>{n.actor?.name ?? 'The system'}</strong> {sentenceOf(n, mine)}
        </span>
        {detail === null ? null : <span className={classes['detail']}>{detail}</span>}
        {n.amount === null || n.currency === null ? null : (
          <span className={classes['detail']}>
            <Money
              amountE8={readAmountE8(n.amount)}
              minorUnits={minorUnitsIn(currencies, n.currency)}
              currency={n.currency}
              showCurrency
              inControl
            />
          </span>
        )}
        {n.waiting ? <span className={classes['act']}>Review</span> : null}
      </span>
      <time dateTime={n.at} title={n.at} className={classes['time']}>
        {showTime(n.at, zone)}
      </time>
    </Link>
  );
}
