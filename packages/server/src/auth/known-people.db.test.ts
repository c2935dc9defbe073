import { randomUUID } from 'node:crypto';
import { accessReviews } from '@countinghouse/contract/features/access-reviews';
import { approvals } from '@countinghouse/contract/features/approvals';
import { comments } from '@countinghouse/contract/features/comments';
import { people } from '@countinghouse/contract/features/people';
import { privacy } from '@countinghouse/contract/features/privacy';
import { holdBack, openApprovals } from '@countinghouse/testkit/approvals';
import { useDatabase } from '@countinghouse/testkit/database';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

test('who left before an erasure is named by no approval, comment or access review; who left after it, or stayed, is', async () => {
  const o = await openApprovals(testServer);
  const later = await o.member();
  const held = [await holdBack(o, o.maker), await holdBack(o, later), await holdBack(o, o.checker)];
  const [first] = held;
  const said = { id: randomUUID(), subject: 'intent' as const, subject_id: first?.intentId ?? '', text: 'Mine' };
  expect((await o.maker.call(comments.add, { body: said })).status).toBe(200);
  const makers = async () => {
    const { body } = await o.owner.call(approvals.list, { query: {} });
    return held.map(({ approvalId }) => body.approvals.find((a) => a.id === approvalId)?.maker);
  };
  const author = async () =>
    (await o.owner.call(comments.list, { query: { subject: 'intent', subject_id: said.subject_id } })).body.comments[0]?.author.name;
  const reviewed = async () => JSON.stringify((await o.owner.call(accessReviews.get, { query: {} })).body.rights);
  const before = await makers();
  expect(before).not.toContain('Erased person');

  await o.owner.call(people.removeMember, { params: { id: o.maker.id } });
  expect(await makers()).toEqual(before);
  expect((await o.owner.call(privacy.tokenise, { body: {} })).status).toBe(200);
  expect((await o.owner.call(privacy.erase, { body: {} })).status).toBe(200);
  await o.owner.call(people.removeMember, { params: { id: later.id } });

  expect(await makers()).toEqual(['Erased person', before[1], before[2]]);
  expect(await author()).toBe('Somebody');
  expect(await reviewed()).not.toContain(o.maker.email);
  expect(await reviewed()).toContain(o.checker.email);
});
