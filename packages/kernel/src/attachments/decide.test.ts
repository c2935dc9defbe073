import { idOf, member, openBooks, owner, type PureLedger, stranger } from '@countinghouse/testkit/pure-ledger';
import { expect, test } from 'vitest';
import type { AddAttachment, FileAttachment } from './commands.ts';
import { ATTACHMENTS_MAX } from './decide.ts';

const add = (more: Partial<AddAttachment> = {}): AddAttachment => ({
  type: 'attachment.add',
  actor: member,
  intentId: 'intent',
  accounts: ['A', 'b'],
  sha256: 'a'.repeat(64),
  sizeBytes: 5,
  contentType: 'application/pdf',
  nameToken: 'pii_name',
  ...more,
});
const withEntityAccount = (): PureLedger => {
  const ledger = openBooks();
  ledger.submit({ type: 'entity.create', actor: owner, id: 'hq', code: 'HQ', name: 'HQ', baseCurrency: 'USD' });
  ledger.submit({
    type: 'account.create',
    actor: owner,
    id: 'id-hq-1',
    code: 'HQ-1',
    currency: 'USD',
    kind: 'operational',
    externalRef: null,
    entityId: 'hq',
    glAccountId: 'id-1000',
    floor: 'none',
  });
  return ledger;
};
const hashOf = (n: number): string => n.toString(16).padStart(64, '0');

test('a file is an event with its hash and a token of its name', () => {
  expect(openBooks().decide(add())).toEqual({
    kind: 'append',
    events: [
      {
        type: 'attachment.added',
        payload: { intent_id: 'intent', sha256: 'a'.repeat(64), size: 5, content_type: 'application/pdf', name_token: 'pii_name' },
      },
    ],
  });
});

test('the same content on the same intent changes nothing, whatever its name; on another intent it is a file of its own', () => {
  const ledger = openBooks();
  ledger.submit(add());
  expect(ledger.decide(add({ nameToken: 'pii_other' }))).toEqual({ kind: 'append', events: [] });
  expect(ledger.decide(add({ intentId: 'other' }))).toMatchObject({ events: [{ type: 'attachment.added' }] });
});

test('an intent takes twenty files and no more; one that it has may be sent again', () => {
  const ledger = openBooks();
  for (let i = 0; i < ATTACHMENTS_MAX; i++) expect(ledger.submit(add({ sha256: hashOf(i) })).kind).toBe('append');
  expect(ledger.decide(add({ sha256: hashOf(99) }))).toMatchObject({ code: 'ATTACHMENTS_FULL', details: { limit: 20 } });
  expect(ledger.decide(add({ sha256: hashOf(3) }))).toEqual({ kind: 'append', events: [] });
  expect(ledger.decide(add({ intentId: 'other', sha256: hashOf(99) })).kind).toBe('append');
});

test.each<readonly [string, Partial<AddAttachment>, string]>([
  ['NOT_FOUND for a stranger', { actor: stranger, accounts: ['HQ-1'] }, 'NOT_FOUND'],
  ['FORBIDDEN without a role in the entity of an account, named by code', { accounts: ['A', 'hq-1'] }, 'FORBIDDEN'],
  ['FORBIDDEN without a role in the entity of an account, named by id', { accounts: ['id-hq-1'] }, 'FORBIDDEN'],
])('is refused with %s', (_what, change, code) => {
  expect(withEntityAccount().decide(add(change))).toMatchObject({ kind: 'refused', code });
});

test('accounts that a rejected intent only thought of bar nobody', () => {
  expect(openBooks().decide(add({ accounts: ['NOBODY'] })).kind).toBe('append');
});

test('nothing is attached while the organisation is read-only', () => {
  const ledger = openBooks();
  ledger.submit({ type: 'tenant.deactivate', actor: owner });
  expect(ledger.decide(add({ actor: owner }))).toMatchObject({ code: 'TENANT_READONLY' });
});

const file = (more: Partial<FileAttachment> = {}): FileAttachment => ({
  type: 'attachment.file',
  actor: member,
  on: 'account',
  id: idOf('A'),
  sha256: 'a'.repeat(64),
  sizeBytes: 5,
  contentType: 'application/pdf',
  nameToken: 'pii_name',
  ...more,
});

test('a file on an account, a party or a period is an event of its own; the same content on another thing is another file', () => {
  const ledger = openBooks();
  ledger.submit({ type: 'party.create', actor: owner, id: 'fjord', labelToken: 'pii_fjord', kind: 'company', externalRefToken: null });
  expect(ledger.submit(file())).toEqual({
    kind: 'append',
    events: [
      {
        type: 'attachment.filed',
        payload: { on: 'account', id: idOf('A'), sha256: 'a'.repeat(64), size: 5, content_type: 'application/pdf', name_token: 'pii_name' },
      },
    ],
  });
  expect(ledger.decide(file({ nameToken: 'pii_other' }))).toEqual({ kind: 'append', events: [] });
  expect(ledger.decide(file({ on: 'party', id: 'fjord' }))).toMatchObject({ events: [{ payload: { on: 'party', id: 'fjord' } }] });
  ledger.submit({
    type: 'period.start',
    actor: owner,
    id: 'may',
    start: '2026-05-01',
    end: '2026-05-31',
    valuationSnapshotId: idOf('fx'),
    snapshotKind: null,
    evidenceRef: null,
  });
  expect(ledger.decide(file({ on: 'period', id: 'may' }))).toMatchObject({ events: [{ payload: { on: 'period', id: 'may' } }] });
  expect(ledger.decide(file({ on: 'period', id: 'june' }))).toMatchObject({ code: 'NOT_FOUND' });
});

test.each([
  ['by a stranger, before what is not there', file({ actor: stranger, id: 'nobody' }), 'NOT_FOUND'],
  ['on an account that is not there', file({ id: 'nobody' }), 'NOT_FOUND'],
  ['on an account, where a party has the id', file({ on: 'party' }), 'NOT_FOUND'],
  ['on a period that is not there', file({ on: 'period' }), 'NOT_FOUND'],
])('a file is not taken %s', (_when, command, code) => {
  expect(openBooks().decide(command)).toMatchObject({ kind: 'refused', code });
});

test('an account of an entity takes a file of whoever may post to it', () => {
  const ledger = withEntityAccount();
  expect(ledger.decide(file({ id: 'id-hq-1' }))).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'entity_member' } });
  expect(ledger.decide(file({ id: 'id-hq-1', actor: owner })).kind).toBe('append');
});

test('a thing takes twenty files and no more', () => {
  const ledger = openBooks();
  for (let i = 0; i < ATTACHMENTS_MAX; i++) expect(ledger.submit(file({ sha256: hashOf(i) })).kind).toBe('append');
  expect(ledger.decide(file({ sha256: hashOf(99) }))).toMatchObject({ code: 'ATTACHMENTS_FULL', details: { limit: 20 } });
});
