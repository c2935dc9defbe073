import { must } from '../ledger/must.ts';
import { type EventRows, leavesStateAsIs } from '../ledger/slice.ts';
import type { SsoEvents } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'sso_connection.created': (state, { payload }) => {
    state.ssoConnections.set(payload.id, { protocol: 'oidc', ...payload });
  },
  'sso_connection.changed': (state, { seq, payload }) => {
    must(state.ssoConnections.get(payload.id), 'id', seq);
    state.ssoConnections.set(payload.id, { protocol: 'oidc', ...payload });
  },
  'sso_connection.saml_created': (state, { payload }) => {
    state.samlConnectionsMade += 1;
    state.ssoConnections.set(payload.id, { protocol: 'saml', ...payload });
  },
  'sso_connection.saml_changed': (state, { seq, payload }) => {
    must(state.ssoConnections.get(payload.id), 'id', seq);
    state.ssoConnections.set(payload.id, { protocol: 'saml', ...payload });
  },
  'sso_connection.deleted': (state, { payload }) => {
    state.ssoConnections.delete(payload.id);
    state.ssoDirectories.delete(payload.id);
    for (const [domain, { connectionId }] of state.ssoDomains) if (connectionId === payload.id) state.ssoDomains.delete(domain);
  },
  'sso_connection.admitted': leavesStateAsIs,
  'sso_domain.added': (state, { payload }) => {
    state.ssoDomains.set(payload.domain, { connectionId: payload.connection_id, verified: false });
  },
  'sso_domain.verified': (state, { seq, payload }) => {
    must(state.ssoDomains.get(payload.domain), 'domain', seq).verified = true;
  },
  'sso_domain.removed': (state, { payload }) => {
    state.ssoDomains.delete(payload.domain);
  },
  'sso_directory.token_set': (state, { payload }) => {
    state.ssoDirectories.add(payload.connection_id);
  },
  'sso_directory.token_ended': (state, { payload }) => {
    state.ssoDirectories.delete(payload.connection_id);
  },
  'sso_directory.applied': leavesStateAsIs,
} satisfies EventRows<SsoEvents>;
