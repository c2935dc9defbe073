// Every route, in one tree.
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { SignInPage } from '../features/auth/SignInPage.tsx';
import { CompanySearch, ForgotSearch, ResetSearch, SignInSearch } from '../features/auth/search.ts';
import { onTenantsLoaded, onUnauthenticated } from '../lib/calls/client.ts';
import { queryClient } from '../lib/calls/query-client.ts';
import { paths } from '../lib/screen/paths.ts';
import { parseSearch, stringifySearch } from '../lib/screen/url-state.ts';
import { tenantsQuery } from '../lib/session/context.ts';
import { forgetSession, isInSession } from '../lib/session/session.ts';
import { InviteSearch } from '../pages/invite/search.ts';
import { dashboard, root } from './base-routes.tsx';
import { NotFound } from './NotFound.tsx';
import { RouteError } from './RouteError.tsx';
import { screens } from './screens.tsx';

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: paths.overview });
  },
});

const signIn = createRoute({ getParentRoute: () => root, path: paths.signIn, validateSearch: SignInSearch, component: SignInPage });
const companySignIn = createRoute({
  getParentRoute: () => root,
  path: paths.companySignIn,
  validateSearch: CompanySearch,
  component: lazyRouteComponent(() => import('../features/auth/CompanySignInPage.tsx'), 'CompanySignInPage'),
});
const signUp = createRoute({
  getParentRoute: () => root,
  path: paths.signUp,
  validateSearch: SignInSearch,
  component: lazyRouteComponent(() => import('../features/auth/SignUpPage.tsx'), 'SignUpPage'),
});
const forgot = createRoute({
  getParentRoute: () => root,
  path: paths.forgotPassword,
  validateSearch: ForgotSearch,
  component: lazyRouteComponent(() => import('../features/auth/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
});
const reset = createRoute({
  getParentRoute: () => root,
  path: paths.resetPassword,
  validateSearch: ResetSearch,
  component: lazyRouteComponent(() => import('../features/auth/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
});

const invite = createRoute({
  getParentRoute: () => root,
  path: paths.invite,
  validateSearch: InviteSearch,
  component: lazyRouteComponent(() => import('../pages/invite/InvitePage.tsx'), 'InvitePage'),
});

const verifyReceipt = createRoute({
  getParentRoute: () => root,
  path: paths.verifyReceipt,
  component: lazyRouteComponent(() => import('../features/anchors/receipt/VerifyReceiptPage.tsx'), 'VerifyReceiptPage'),
});

const routeTree = root.addChildren([
  home,
  signIn,
  companySignIn,
  signUp,
  forgot,
  reset,
  invite,
  verifyReceipt,
  dashboard.addChildren(screens),
]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFound,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

onTenantsLoaded((mine) => queryClient.setQueryData(tenantsQuery.queryKey, mine));

onUnauthenticated(() => {
  // Before the first screen has opened, its own guard sends to sign-in.
  if (!isInSession()) return;
  const next = router.state.location.href;
  forgetSession();
  void router.navigate({ to: paths.signIn, search: { next } });
});
