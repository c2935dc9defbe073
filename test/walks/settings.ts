import { randomUUID } from 'node:crypto';
import { settings } from '@countinghouse/contract/features/settings';
import { isEmpty, none, type Sent } from './body-books.ts';
import { nothing, someEmail } from './isolation-books.ts';
import type { Walk } from './walk.ts';

/** What is named changes; the same again is no event. */
function eventsOfDefaults(): (sent: Sent) => number {
  let held: object = { consent: null, fx_snapshot: null };
  return ({ text }) => {
    const next = { ...held, ...(isEmpty(text) ? {} : (JSON.parse(String(text)) as object)) };
    const isNew = JSON.stringify(next) !== JSON.stringify(held);
    held = next;
    return isNew ? 1 : 0;
  };
}

export const walk: Walk = {
  isolation: {
    get: nothing,
    changeSigning: { own: () => ({ body: { signing_mode: 'DEV', jwks_url: null } }) },
    changePostingDefaults: { own: () => ({ body: { consent: { scope: ['ledger:post'], reference: 'Board' } } }) },
    // Who turns it on needs a second factor: here it is off already.
    changeSecondFactor: { own: () => ({ body: { required: false } }) },
    change: { own: () => ({ body: { locale: 'de', primary_contact_email: someEmail() } }) },
  },
  malformed: [
    {
      title: 'what API keys may leave out',
      route: settings.changePostingDefaults,
      body: () => ({ consent: { scope: ['ledger:post'], reference: randomUUID() }, fx_snapshot: 'latest' }),
      events: eventsOfDefaults(),
    },
    { title: 'whether a second factor is needed', route: settings.changeSecondFactor, body: () => ({ required: false }), events: none },
    {
      title: 'a profile',
      route: settings.change,
      body: () => ({
        primary_contact_email: 'x@example.test',
        logo_url: 'https://example.test/logo.png',
        locale: 'de-AT',
        fiscal_year_start: 7,
        reporting_currency: 'USD',
      }),
      // Nothing to change is no event.
      events: ({ text }) => (isEmpty(text) ? 0 : 1),
    },
    {
      title: 'a way to sign',
      route: settings.changeSigning,
      body: () => ({ jwks_url: `https://keys.example.com/${randomUUID()}` }),
      events: ({ text }) => (text.includes('keys.example.com') ? 1 : 0),
    },
  ],
};
