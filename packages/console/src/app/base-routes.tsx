// What every route hangs from: the root, and the dashboard, which needs a session; without one the way leads to sign-in and back again.
import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { paths } from '../lib/screen/paths.ts';
import { enter } from '../lib/session/session.ts';
import { NotFound, RootNotFound } from './NotFound.tsx';
import { RootError } from './RouteError.tsx';

export const root = createRootRoute({ component: Outlet, notFoundComponent: RootNotFound, errorComponent: RootError });

export const dashboard = createRoute({
  getParentRoute: () => root,
  path: paths.overview,
  component: lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell'),
  notFoundComponent: NotFound,
  errorComponent: RootError,
  beforeLoad: async ({ location }) => {
    if ((await enter()) === 'signed-out') throw redirect({ to: paths.signIn, search: { next: location.href } });
  },
});
