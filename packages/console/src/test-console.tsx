// What a component needs around it in a test: theme, a fresh query cache, an address, and a server that answers by path.
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RegisteredRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { theme } from './app/theme.ts';
import { tenantGuard } from './lib/calls/client.ts';
import { parseSearch, stringifySearch } from './lib/screen/url-state.ts';

export interface Sent {
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Answer {
  readonly status?: number;
  readonly json: unknown;
}

export const tenant = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Northwind',
  role: 'owner',
  readOnly: false,
  broken: false,
  capabilities: ['tenant:admin', 'tenant:owner'],
  reportingCurrency: 'EUR',
  signingMode: 'STANDARD',
  enforceSignedIntents: false,
  secondFactorRequired: false,
  barred: null,
  members: 2,
  owners: 1,
} as const;

export const mine = { json: { tenants: [tenant], currentId: tenant.id, hasCookie: true, address: '127.0.0.1' } } satisfies Answer;

/** An account as lists answer it: open, in EUR, with nothing on it, but for `more`. */
export const listedAccount = (code: string, more: object = {}) => ({
  id: `id of ${code}`,
  code,
  title: null,
  currency: 'EUR',
  balance: '0',
  minorUnits: 2,
  kind: 'operational',
  externalRef: null,
  external_ref: null,
  ledgerAccountId: 'gl',
  glCode: 'gl',
  glTitle: 'GL',
  normalBalance: 'DR',
  interestBucket: null,
  entityId: null,
  entityCode: null,
  party_id: null,
  floor: 'none',
  floor_minor: null,
  closed: false,
  held: '0',
  available: '0',
  ...more,
});

/** Replaces `fetch`; answers by path without its query, and notes what was sent. */
export function serve(answers: Readonly<Record<string, Answer | ((sent: Sent) => Answer | Promise<Answer>)>>): readonly Sent[] {
  const sent: Sent[] = [];
  tenantGuard.forget();
  globalThis.fetch = (async (input: string, init: RequestInit = {}) => {
    const request: Sent = {
      path: input.split('?')[0] ?? '',
      method: init.method ?? 'GET',
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
    };
    sent.push(request);
    const found = answers[request.path];
    if (found === undefined)
      return Response.json({ code: 'NOT_FOUND', error: 'NOT_FOUND', message: 'no such path', requestId: 'r' }, { status: 404 });
    const { status = 200, json } = typeof found === 'function' ? await found(request) : found;
    return Response.json(json, { status });
  }) as typeof fetch;
  return sent;
}

/** Draws a component at an address. Every address of the test leads to it. */
export function draw(children: ReactNode, address = '/') {
  const root = createRootRoute();
  const any = createRoute({ getParentRoute: () => root, path: '$', component: () => children });
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => children });
  const router = createRouter({
    routeTree: root.addChildren([home, any]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queries}>
        <Notifications />
        {/* The registered type is that of the real router. */}
        <RouterProvider router={router as unknown as RegisteredRouter} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { router };
}
