import { auth } from '@countinghouse/contract/features/auth';
import { messageOf } from '@countinghouse/contract/messages';
import { needs } from '@countinghouse/contract/permissions';
import { Button } from '@mantine/core';
import { IconBuildingBank, IconNetworkOff, IconPlus, IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { tenantGuard } from '../lib/calls/client.ts';
import { q } from '../lib/calls/query.ts';
import { paths } from '../lib/screen/paths.ts';
import { tenantsQuery } from '../lib/session/context.ts';
import { useActiveTenant } from '../lib/session/use-tenant.ts';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import { Denied } from './Denied.tsx';
import { maySee, screenAt } from './navigation.ts';

const needOf = { 'tenant:admin': 'admin', 'tenant:owner': 'owner' } as const;

/** Lets a screen open, or says what is missing: an organisation, a network that it takes calls from, a second factor, the company’s sign-in, or the right to see it by its address. */
export function Gate({ onNewOrganisation }: { readonly onNewOrganisation: () => void }) {
  const tenant = useActiveTenant();
  const screen = screenAt(useLocation({ select: (location) => location.pathname }));
  const user = useQuery(q(auth.session)).data?.user;
  const mine = useQuery(tenantsQuery);
  // It is the person's own, whatever organisation they work in.
  if (screen?.path === paths.accountSecurity) return <Outlet />;
  if (tenant?.barred === 'ADDRESS_NOT_ALLOWED') {
    const askAgain = (): void => {
      tenantGuard.reset();
      void mine.refetch();
    };
    return (
      <EmptyState
        page
        icon={IconNetworkOff}
        title={`${tenant.name} takes no calls from here`}
        action={
          <Button variant="default" onClick={askAgain} loading={mine.isFetching}>
            Try again
          </Button>
        }
      >
        You call from <span className="mono">{mine.data?.address}</span>. {messageOf('ADDRESS_NOT_ALLOWED')}
      </EmptyState>
    );
  }
  if (tenant?.barred === 'SSO_REQUIRED' || tenant?.barred === 'SSO_SECOND_FACTOR_MISSING') {
    return (
      <EmptyState
        page
        icon={IconShieldLock}
        title={`${tenant.name} is opened by your company’s sign-in`}
        action={<Button renderRoot={(props) => <Link {...props} to={paths.companySignIn} />}>Sign in with your company</Button>}
      >
        {messageOf(tenant.barred)}
      </EmptyState>
    );
  }
  if (tenant?.barred === 'SECOND_FACTOR_REQUIRED' && user?.second_factor === false) {
    return (
      <EmptyState
        page
        icon={IconShieldLock}
        title={`${tenant.name} asks its members for a second factor`}
        action={<Button renderRoot={(props) => <Link {...props} to={paths.accountSecurity} />}>Set one up</Button>}
      >
        {messageOf('SECOND_FACTOR_REQUIRED')}
      </EmptyState>
    );
  }
  if (tenant === null && screen !== undefined && screen.path !== paths.overview) {
    return (
      <EmptyState
        page
        icon={IconBuildingBank}
        title={messageOf('NO_ORGANISATION')}
        action={
          <Button leftSection={<IconPlus size={14} />} onClick={onNewOrganisation}>
            New organisation
          </Button>
        }
      />
    );
  }
  if (screen?.capability !== undefined && !maySee(screen, tenant?.capabilities ?? []))
    return <Denied needs={needs[needOf[screen.capability]].reason} />;
  return <Outlet />;
}
