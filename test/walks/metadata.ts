import { randomUUID } from 'node:crypto';
import { intents } from '@countinghouse/contract/features/intents';
import { metadata } from '@countinghouse/contract/features/metadata';
import type { Organisation } from '@countinghouse/testkit/organisation';
import type { Target } from './body-books.ts';
import type { Row } from './isolation-books.ts';
import type { Walk } from './walk.ts';

const change = () => ({ metadata: { note: randomUUID() } });

const ofId = (name: 'accountId' | 'entityId' | 'partyId', body: boolean, ofMember?: string): Row => {
  const more = () => (body ? { body: change() } : {});
  return {
    own: (o) => ({ params: { id: o[name] }, ...more() }),
    naming: (_o, of) => [
      ofMember === undefined
        ? [{ params: { id: of[name] }, ...more() }, 'NOT_FOUND']
        : [{ params: { id: of[name] }, ...more() }, 'NOT_FOUND', ofMember],
    ],
  };
};
const ofIntentId = (body: boolean): Row => {
  const more = () => (body ? { body: change() } : {});
  return {
    own: (o) => ({ params: { intent_id: o.intentId }, ...more() }),
    naming: (_o, of) => [[{ params: { intent_id: of.intentId }, ...more() }, 'NOT_FOUND']],
  };
};

/** An intent. */
async function postedIn(o: Organisation): Promise<string> {
  const body = o.intent();
  await o.owner.call(intents.execute, { body });
  return body.intent_id;
}
/** What is not there is not removed. */
const target = (title: string, more: Omit<Target, 'title' | 'body'>): Target => ({
  title,
  body: () => change(),
  events: ({ what }) => (what === 'null' ? 0 : 1),
  ...more,
});

export const walk: Walk = {
  isolation: {
    ofIntent: ofIntentId(false),
    annotateIntent: ofIntentId(true),
    ofAccount: ofId('accountId', false),
    annotateAccount: ofId('accountId', true),
    ofEntity: ofId('entityId', false),
    annotateEntity: ofId('entityId', true, 'NOT_FOUND'),
    ofParty: ofId('partyId', false),
    annotateParty: ofId('partyId', true),
  },
  malformed: [
    target('metadata of an intent', { route: metadata.annotateIntent, params: (o) => ({ intent_id: o.objectId }), object: postedIn }),
    target('metadata of an account', { route: metadata.annotateAccount, params: (o) => ({ id: o.spare }) }),
    target('metadata of an entity', { route: metadata.annotateEntity, params: (o) => ({ id: o.entityId }) }),
    target('metadata of a party', { route: metadata.annotateParty, params: (o) => ({ id: o.partyId }) }),
  ],
};
