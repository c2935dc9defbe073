// What is booked, decided or shown as today follows the checked clock (decision 0074), neither the wall clock nor that of the database.

import { type Fence, faultsAt, viewsOf } from './source.ts';

const asks = /^packages\/server\/src\/(?:features|wire)\//;
const selects = /^packages\/store\/src\/features\//;
const isTest = /\.test\.ts$/;
/** What they say is of the machine, of what it measured, or compared with the clock of another machine: exports, their secrets and addresses. */
const mayAskTheMachine: ReadonlySet<string> = new Set([
  'packages/server/src/features/audit-export/routes.ts',
  'packages/server/src/features/diagnostics/routes.ts',
  'packages/server/src/features/performance/routes.ts',
  'packages/server/src/features/webhooks/routes.ts',
  'packages/server/src/features/webhooks/test-message.ts',
  'packages/server/src/wire/check-wire.ts',
]);

/** Features ask `services.clock`, and their selects are handed the instant or the day. Pauses and leases within the database keep its own clock. */
export const checkClock: Fence = (file) => {
  if (isTest.test(file.path) || mayAskTheMachine.has(file.path)) return [];
  if (asks.test(file.path))
    return faultsAt(
      file.path,
      viewsOf(file.text).code,
      /\bDate\s*\.\s*now\b|\bnew\s+Date\s*\(\s*\)/g,
      'ask the checked clock: services.clock',
    );
  if (!selects.test(file.path)) return [];
  const ofDatabase = /expires_at\s*[<>]=?\s*(?:now\(\)|current_timestamp)|now\(\)\s+at\s+time\s+zone|\bcurrent_date\b/gi;
  return faultsAt(file.path, viewsOf(file.text).codeAndStrings, ofDatabase, 'hand it the instant or the day of the checked clock');
};
