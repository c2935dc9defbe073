// The verdict in one plain sentence, and what it does not reach.
// @ts-check

import { count, counted } from './format.js';

/** @typedef {import('./books-worker.js').Outcome} Outcome */

const words = { proven: 'PROVEN', consistent: 'CONSISTENT', fault: 'FAULT', nothing: 'NOTHING PROVEN' };

/** @param {Outcome['verdict']} verdict */
export const wordOf = (verdict) => words[verdict];

/** @param {Outcome} outcome */
export function sentenceOf({ result, refused, verdict, given }) {
  if (result === null) return `Nothing was proven: ${refused}.`;
  const { events, through, fault, name, tenantId } = result;
  const whose = name === null ? tenantId : `${name} (${tenantId})`;
  const how = given.length > 0 ? 'proven' : 'consistent';
  if (fault !== null) {
    const covered =
      through === 0 ? `nothing is ${how}` : `${counted(through, 'event')} from the first on ${through === 1 ? 'is' : 'are'} ${how}`;
    return `The log of ${whose} contradicts itself at event ${count(fault.seq)}: ${fault.message}. Before that, ${covered}.`;
  }
  return verdict === 'proven'
    ? `All ${counted(events, 'event')} of ${whose} are complete and unaltered, proven by the key that you gave: ${given.join(', ')}.`
    : `All ${counted(events, 'event')} of ${whose} fit together, but no key from elsewhere says whose log it is: whoever makes up a whole log can sign it so.`;
}
