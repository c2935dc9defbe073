// The intents that are measured: the body a console sends, about 1 kB as an event, and the command it becomes.

import { randomUUID } from 'node:crypto';
import { Intent } from '@countinghouse/contract/features/intents';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import { toCommand } from '@countinghouse/server/wire/intent-command';
import type { Books } from '@countinghouse/testkit/books';

export interface Posted {
  readonly tenantId: string;
  readonly fxSnapshotId: string;
  readonly debit: string;
  readonly credit: string;
}

const DAY_MS = 86_400_000;

/** A body as the console sends it. Ids are as long as the ones it makes. */
export function bodyOf(posted: Posted, key: string): JsonObject {
  const now = new Date();
  return {
    intent_id: key,
    tenant_id: posted.tenantId,
    actor: 'web-console',
    use_case: 'manual_post',
    idem_key: key,
    value_date: now.toISOString().slice(0, 10),
    constraints: {},
    proposed_actions: [
      { debitAccount: posted.debit, creditAccount: posted.credit, amount: '125.50', currency: 'USD', narrative: 'Invoice 2026-004711' },
    ],
    snapshot_ids: { fx: posted.fxSnapshotId },
    consent: {
      scope: ['ledger:post'],
      reference: 'bench',
      granted_at: new Date(now.getTime() - 1000).toISOString(),
      expires_at: new Date(now.getTime() + DAY_MS).toISOString(),
    },
  };
}

/** So many commands, parsed and ready. `hot`: the first account is one side of every posting. `more` joins every body. */
export function prepareCommands(books: Books, count: number, hot: boolean, more: JsonObject = {}): readonly ExecuteIntent[] {
  const codes = books.accounts.length;
  return Array.from({ length: count }, (_, i) => {
    const debit = hot ? 0 : i % codes;
    const credit = (debit + 1 + (i % (codes - 1))) % codes;
    const posted = { tenantId: books.tenantId, fxSnapshotId: books.fxSnapshotId, debit: `A${debit + 1}`, credit: `A${credit + 1}` };
    const key = randomUUID();
    const request = { ...bodyOf(posted, key), ...more };
    return {
      ...toCommand(Intent.parse(request)),
      actor: books.owner,
      idemKey: key,
      signature: null,
      signatureCheck: { is: 'absent' },
      request,
    };
  });
}
