// What the demo limits, with room for its own story, and two controls: one attested, one due.

import type { Command } from '@countinghouse/kernel/ledger/commands';
import type { LimitKey } from '@countinghouse/kernel/limits/events';
import { findControl } from '@countinghouse/store/features/controls/reads';
import { read } from '@countinghouse/store/reader';
import type { Services } from '../services.ts';
import type { DemoFrame } from './request.ts';

/** In euros, and the count. The whole story is booked on one day. */
const limits: readonly (readonly [key: LimitKey, value: string])[] = [
  ['high_risk_amount', '250000'],
  ['txn_amount_max', '1000000'],
  ['daily_txn_amount_max', '5000000'],
  ['daily_txn_count_max', '2500'],
];

const bankAccess = {
  attest_every_days: 90,
  owner: 'Treasury',
  steps: ['List who may release payments at each bank', 'Compare with the people of the organisation', 'Remove who has left'],
};
const backup = { attest_every_days: 30, owner: 'Operations', steps: ['Restore last night’s backup', 'Run replay and compare'] };

/** Limits and controls, once each: what a start that was cut off has done already is not done again. */
export async function control({ ledger, readerPool }: Services, { tenantId, maker, idOf }: DemoFrame): Promise<void> {
  const attested = idOf('control/bank-access');
  const known = await read(readerPool, { tenantId }, (tx) => findControl(tx, tenantId, attested));
  if (known?.last_attestation) return;
  const commands: readonly Command[] = [
    ...limits.map(([key, value]): Command => ({ type: 'limit.set', actor: maker, key, value })),
    { type: 'control.register', actor: maker, id: attested, name: 'Who may release payments', spec: bankAccess },
    { type: 'control.register', actor: maker, id: idOf('control/backup'), name: 'Backups can be restored', spec: backup },
    {
      type: 'control.attest',
      actor: maker,
      controlId: attested,
      status: 'passed',
      evidence: 'Lists of both banks of this quarter compared; one person who left was removed. Kept in binder 7.',
    },
  ];
  await Promise.all(commands.map((command) => ledger.submit(tenantId, command)));
}
