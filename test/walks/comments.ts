import { randomUUID } from 'node:crypto';
import { comments } from '@countinghouse/contract/features/comments';
import { intents } from '@countinghouse/contract/features/intents';
import type { Organisation } from '@countinghouse/testkit/organisation';
import { type Books, inOwn, nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

const commentOn = (intentId: string, text = 'seen') => ({
  id: randomUUID(),
  subject: 'intent' as const,
  subject_id: intentId,
  text,
});
/** A comment of the owner. */
async function commentOf(o: Books, text?: string): Promise<string> {
  return (await o.owner.call(comments.add, { body: commentOn(o.intentId, text) }, inOwn(o))).body.comment.id;
}

/** An intent. */
async function postedIn(o: Organisation): Promise<string> {
  const body = o.intent();
  await o.owner.call(intents.execute, { body });
  return body.intent_id;
}

export const walk: Walk = {
  object: (o) => commentOf(o, o.secrets[0]),
  isolation: {
    list: {
      own: (o) => ({ query: { subject: 'intent', subject_id: o.intentId } }),
      naming: (_o, of) => [
        [{ query: { subject: 'intent', subject_id: of.intentId } }, 'NOT_FOUND'],
        [{ query: { subject: 'approval', subject_id: of.approvalId } }, 'NOT_FOUND'],
        [{ query: { subject: 'exception', subject_id: of.reconRowId } }, 'NOT_FOUND'],
        [{ query: { subject: 'period', subject_id: of.periodId } }, 'NOT_FOUND'],
        [{ query: { subject: 'task', subject_id: of.periodId } }, 'NOT_FOUND'],
      ],
    },
    mentions: nothing,
    add: {
      own: (o) => ({ body: { ...commentOn(o.intentId), text: `seen @[${o.memberId}]` } }),
      naming: (o, of) => [
        [{ body: commentOn(of.intentId) }, 'NOT_FOUND'],
        [{ body: { ...commentOn(o.intentId), text: `seen @[${of.memberId}]` } }, 'VALIDATION_ERROR'],
      ],
    },
    edit: {
      own: async (o) => ({ params: { id: await commentOf(o) }, body: { text: 'better' } }),
      naming: (_o, _of, id) => [[{ params: { id }, body: { text: 'better' } }, 'NOT_FOUND']],
      ofOwner: true,
    },
    remove: {
      own: async (o) => ({ params: { id: await commentOf(o) } }),
      naming: (_o, _of, id) => [[{ params: { id } }, 'NOT_FOUND']],
      ofOwner: true,
    },
  },
  malformed: [
    {
      title: 'a comment',
      route: comments.add,
      body: (o) => commentOn(o.objectId),
      object: postedIn,
    },
    {
      title: 'another text of a comment',
      route: comments.edit,
      params: (o) => ({ id: o.objectId }),
      object: async (o) => {
        const body = commentOn(await postedIn(o));
        await o.owner.call(comments.add, { body });
        return body.id;
      },
      body: () => ({ text: randomUUID() }),
    },
  ],
};
