import { member, openTenant, owner, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { AddComment, EditComment } from './commands.ts';
import { COMMENT_CHANGE_US } from './decide.ts';

const add = (more: Partial<AddComment> = {}): AddComment => ({
  type: 'comment.add',
  actor: member,
  id: 'c',
  subject: 'period',
  subjectId: 'p',
  textToken: 'pii_said',
  mentions: [owner.id],
  ...more,
});
const edit = (more: Partial<EditComment> = {}): EditComment => ({
  type: 'comment.edit',
  actor: member,
  id: 'c',
  textToken: 'pii_better',
  mentions: [],
  ...more,
});
const remove = { type: 'comment.remove', actor: member, id: 'c' } as const;

describe('a comment', () => {
  test('is an event with a token of its text and the ids of whom it mentions; so is each change, and its removal', () => {
    const ledger = openTenant();
    expect(ledger.submit(add())).toEqual({
      kind: 'append',
      events: [
        {
          type: 'comment.added',
          payload: { id: 'c', subject: 'period', subject_id: 'p', text_token: 'pii_said', mentions: [owner.id] },
        },
      ],
    });
    expect(ledger.submit(edit())).toEqual({
      kind: 'append',
      events: [{ type: 'comment.edited', payload: { id: 'c', text_token: 'pii_better', mentions: [] } }],
    });
    expect(ledger.submit(remove)).toEqual({ kind: 'append', events: [{ type: 'comment.removed', payload: { id: 'c' } }] });
  });
  test('that comes twice is written once; an edit that says the same changes nothing', () => {
    const ledger = openTenant();
    ledger.submit(add());
    expect(ledger.decide(add())).toEqual({ kind: 'append', events: [] });
    expect(ledger.decide(edit({ textToken: 'pii_said' }))).toEqual({ kind: 'append', events: [] });
  });
  test('may be changed by its author for fifteen minutes, to the microsecond', () => {
    const ledger = openTenant();
    ledger.submit(add());
    const writtenAtUs = ledger.state.comments.get('c')?.writtenAtUs ?? 0n;
    ledger.nowUs = writtenAtUs + COMMENT_CHANGE_US;
    expect([ledger.decide(edit()).kind, ledger.decide(remove).kind]).toEqual(['append', 'append']);
    ledger.nowUs += 1n;
    for (const late of [edit(), remove]) expect(ledger.decide(late)).toEqual({ kind: 'refused', code: 'COMMENT_FIXED' });
    expect(COMMENT_CHANGE_US).toBe(900_000_000n);
  });
});

describe('a new comment is refused with', () => {
  test.each<readonly [string, Partial<AddComment>, unknown]>([
    ['NOT_FOUND for a stranger', { actor: stranger }, { code: 'NOT_FOUND' }],
    ['CODE_TAKEN where its id is that of another text', { textToken: 'pii_other' }, { code: 'CODE_TAKEN', details: { id: 'c' } }],
    ['CODE_TAKEN where its id is that of one on something else', { subjectId: 'q' }, { code: 'CODE_TAKEN' }],
    ['CODE_TAKEN where its id is that of somebody else’s', { actor: owner }, { code: 'CODE_TAKEN' }],
    ['CODE_TAKEN before it is looked at whom it mentions', { textToken: 'pii_other', mentions: ['nobody'] }, { code: 'CODE_TAKEN' }],
    [
      'a fault of its text where it mentions a stranger',
      { id: 'd', mentions: [stranger.id] },
      { code: 'VALIDATION_ERROR', details: [{ path: 'text' }] },
    ],
  ])('%s', (_what, change, refusal) => {
    const ledger = openTenant();
    ledger.submit(add());
    expect(ledger.decide(add(change))).toMatchObject({ kind: 'refused', ...(refusal as object) });
  });
  test('FORBIDDEN for an auditor, who may be mentioned', () => {
    const ledger = openTenant();
    const auditor = { kind: 'user', id: 'auditor' } as const;
    ledger.submit({ type: 'member.add', actor: owner, userId: auditor.id, role: 'auditor' });
    expect(ledger.decide(add({ actor: auditor }))).toMatchObject({ code: 'FORBIDDEN', details: { role: 'auditor' } });
    expect(ledger.decide(add({ mentions: [auditor.id] })).kind).toBe('append');
  });
  test('TENANT_READONLY while the organisation is', () => {
    const ledger = openTenant();
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    expect(ledger.decide(add({ actor: owner }))).toMatchObject({ code: 'TENANT_READONLY' });
  });
});

describe('a change is refused with', () => {
  test('NOT_FOUND where there is none, or none any more', () => {
    const ledger = openTenant();
    for (const change of [edit(), remove]) expect(ledger.decide(change)).toMatchObject({ code: 'NOT_FOUND' });
    ledger.submit(add());
    ledger.submit(remove);
    for (const change of [edit(), remove]) expect(ledger.decide(change)).toMatchObject({ code: 'NOT_FOUND' });
  });
  test('FORBIDDEN to others, an owner too, even when it is too late for its author', () => {
    const ledger = openTenant();
    ledger.submit(add());
    ledger.nowUs += 2n * COMMENT_CHANGE_US;
    for (const change of [edit({ actor: owner }), { ...remove, actor: owner }])
      expect(ledger.decide(change)).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'author' } });
  });
  test('a fault of its text where it mentions a stranger', () => {
    const ledger = openTenant();
    ledger.submit(add());
    expect(ledger.decide(edit({ mentions: [owner.id, stranger.id] }))).toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});
