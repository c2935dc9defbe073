import { branding } from '@countinghouse/contract/features/branding';
import { events } from '@countinghouse/contract/features/events';
import { people } from '@countinghouse/contract/features/people';
import { settings } from '@countinghouse/contract/features/settings';
import { Progress, Skeleton, Text } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { entitiesQuery } from '../../lib/session/context.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { stepsOf } from './checklist.ts';
import classes from './LaunchChecklist.module.css';

const ICON_SIZE = 17;

export function LaunchChecklist() {
  const profile = useQuery(q(settings.get));
  const look = useQuery(q(branding.get));
  const team = useQuery(q(people.members));
  const companies = useQuery(entitiesQuery);
  // Not the list of accounts: that follows the active entity.
  const opened = useQuery(q(events.list, { query: { limit: 1, type: 'account.created' } }));
  const sources = [profile, look, team, companies, opened];
  const failed = sources.find((s) => s.isError);
  if (failed !== undefined)
    return (
      <Panel title="Launch checklist">
        <ErrorState title="Could not load the checklist" error={failed.error} onRetry={() => sources.forEach((s) => void s.refetch())} />
      </Panel>
    );
  if (sources.some((s) => s.isPending))
    return (
      <Panel title="Launch checklist">
        <Skeleton height={180} aria-label="Loading" />
      </Panel>
    );
  const applied = look.data?.branding;
  const steps = stepsOf({
    hasContact: profile.data?.settings.primary_contact_email !== null,
    hasLogo: (profile.data?.settings.logo_url ?? applied?.logo_url ?? null) !== null,
    hasBranding:
      applied !== undefined && (applied.display_name !== null || applied.primary_color !== null || applied.accent_color !== null),
    members: team.data?.members.length ?? 0,
    entities: companies.data?.entities.length ?? 0,
    hasAccount: (opened.data?.events.length ?? 0) > 0,
    hasPosting: profile.data?.settings.reporting_currency_open === false,
  });
  const done = steps.filter((s) => s.done).length;
  return (
    <Panel
      title="Launch checklist"
      aside={
        <Text size="xs" c="dimmed" className="numbers" pr={8}>
          {done} of {steps.length}
        </Text>
      }
    >
      <Progress value={(100 * done) / steps.length} size="sm" mb="sm" color="teal" aria-label={`${done} of ${steps.length} steps done`} />
      <ol className={classes['steps']}>
        {steps.map((step) => (
          <li key={step.title} className={classes['step']}>
            {step.done ? (
              <IconCircleCheck size={ICON_SIZE} color="var(--good)" aria-label="Done" />
            ) : (
              <IconCircle size={ICON_SIZE} className="dimmed" aria-label="To do" />
            )}
            <div>
              <TextLink to={step.to}>{step.title}</TextLink>
              <Text size="xs" c="dimmed">
                {step.hint}
              </Text>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
