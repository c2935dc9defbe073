// Keys of persons and of service accounts, and people who may only read.

import { randomUUID } from 'node:crypto';
import type { CreateApiKey } from '@countinghouse/kernel/api-keys/commands';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import type { Books } from '../books.ts';

type KeyContent = Pick<CreateApiKey, 'id' | 'ratePerMinute'> & Partial<CreateApiKey>;

/** Keys that post and name an account, one that only proposes, one revoked and one that ends with its maker's membership; a person who may only read from now on. */
export function* apiKeysAndAuditors(books: Books): Generator<Command, void> {
  const actor = books.owner;
  const [from = '', to = ''] = books.accounts;
  const key = (maker: Books['owner'], more: KeyContent): Command => ({
    type: 'api_key.create',
    actor: maker,
    name: 'Robot',
    grant: 'admin',
    keyHash: more.id.replaceAll('-', '').padEnd(64, '0'),
    hint: 'chk_AbC-',
    expiresAtUs: BigInt(Date.now() + 86_400_000) * 1000n,
    ...more,
  });
  const [used, kept, proposing, colleague] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  yield key(actor, { id: proposing, ratePerMinute: null, grant: 'propose' });
  yield books.intent(from, to, '1', { actor: { ...actor, apiKeyId: proposing } });
  yield key(actor, { id: used, ratePerMinute: null });
  const through = { ...actor, apiKeyId: used };
  yield books.intent(from, to, '1', { actor: through });
  yield books.intent(from, to, '1', { actor: through, fxSnapshotId: null });
  yield { type: 'snapshot.take', actor: through, id: randomUUID(), kind: 'fx', label: 'by a key', source: 'test' };
  yield { type: 'fx_rate.set', actor: through, base: 'EUR', quote: 'USD', rate: '1.3', asofUs: 1_000_000n, source: 'key' };
  yield { type: 'api_key.revoke', actor, id: used };
  yield* serviceAccounts(books, key);
  yield { type: 'member.add', actor, userId: colleague, role: 'owner' };
  yield key({ kind: 'user', id: colleague }, { id: kept, ratePerMinute: 60 });
  yield { type: 'member.remove', actor, userId: colleague };
  const auditor = randomUUID();
  const entityId = randomUUID();
  yield { type: 'entity.create', actor, id: entityId, code: 'AUD', name: 'Audited', baseCurrency: 'USD' };
  yield { type: 'member.add', actor, userId: auditor, role: 'member' };
  yield { type: 'entity_member.set', actor, entityId, userId: auditor, role: 'entity_member' };
  yield { type: 'member.change_role', actor, userId: auditor, role: 'auditor' };
  yield { type: 'member.add', actor, userId: randomUUID(), role: 'auditor' };
}

/** One that proposes and posts with keys of its own, has been renamed and given other roles; one that is deactivated with its key. */
function* serviceAccounts(books: Books, key: (maker: Books['owner'], more: KeyContent) => Command): Generator<Command, void> {
  const actor = books.owner;
  const [from = '', to = ''] = books.accounts;
  const [account, ended, proposing, posting, entityId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const through = (apiKeyId: string) => ({ kind: 'user', id: account, apiKeyId }) as const;
  yield { type: 'entity.create', actor, id: entityId, code: 'PRG', name: 'Programs', baseCurrency: 'USD' };
  yield { type: 'service_account.create', actor, id: account, name: 'Payroll', role: 'member' };
  yield { type: 'service_account.create', actor, id: ended, name: 'Old payroll', role: 'owner' };
  yield { type: 'entity_member.set', actor, entityId, userId: account, role: 'entity_member' };
  yield key(actor, { id: proposing, ratePerMinute: null, grant: 'propose', serviceAccountId: account });
  yield key(actor, {
    id: posting,
    ratePerMinute: null,
    serviceAccountId: account,
    networks: [{ network: '198.51.100.7', note: 'Payroll' }],
  });
  yield { type: 'api_key.change_allow_list', actor, id: proposing, networks: [{ network: '2001:db8::7', note: null }] };
  yield books.intent(from, to, '1', { actor: through(proposing) });
  yield books.intent(from, to, '1', { actor: through(posting) });
  const secret = (id: string) => ({ keyHash: id.replaceAll('-', '').padEnd(64, '1'), hint: 'chk_Xyz_' });
  const later = BigInt(Date.now() + 172_800_000) * 1000n;
  yield { type: 'api_key.rotate', actor, id: posting, ...secret(posting), overlapSeconds: 3600 };
  yield { type: 'api_key.rotate', actor, id: proposing, ...secret(proposing), overlapSeconds: 0, expiresAtUs: later };
  yield { type: 'service_account.rename', actor, id: account, name: 'Salaries' };
  yield { type: 'service_account.change_role', actor, id: account, role: 'auditor' };
  yield key(actor, { id: randomUUID(), ratePerMinute: null, serviceAccountId: ended });
  yield { type: 'entity_member.set', actor, entityId, userId: ended, role: 'entity_admin' };
  yield { type: 'service_account.deactivate', actor, id: ended };
}
