// A policy says whose cosignatures a checkpoint must have: C2SP tlog-policy. Lines: `log <vkey>`, `witness <name> <vkey>`,
// `group <name> all|any|<k> <name>…`, `quorum <name>|none`.
// @ts-check

import { cosignedAt } from './cosignature.js';
import { COSIGNATURE_TYPE, LOG_TYPE, parseVkey } from './note-key.js';

/** @typedef {import('./note-key.js').NoteKey} NoteKey */
/** @typedef {{ readonly k: number, readonly members: readonly string[] }} Group */

/**
 * @typedef {object} Policy
 * @property {readonly NoteKey[]} logs whose checkpoints are accepted; none: the keys are known from elsewhere
 * @property {ReadonlyMap<string, NoteKey>} witnesses by their name in the file
 * @property {ReadonlyMap<string, Group>} groups by their name
 * @property {string | null} quorum the name of a witness or group, or `none`; null where the file has no such line
 */

/**
 * @typedef {object} Judgement
 * @property {boolean} met whether the quorum cosigned
 * @property {readonly { readonly name: string, readonly at: string }[]} by the witnesses of the policy that did, and when
 */

/** Thrown for a file that is no policy; the message names the line. */
export class NoPolicy extends Error {}

/** What a line has behind its keyword: at least, at most. @type {ReadonlyMap<string, readonly [number, number]>} */
const words = new Map([
  ['log', [1, 2]],
  ['witness', [2, 3]],
  ['group', [3, Number.POSITIVE_INFINITY]],
  ['quorum', [1, 1]],
]);

/**
 * Throws NoPolicy.
 * @param {string} text
 * @returns {Policy}
 */
export function parsePolicy(text) {
  /** @type {NoteKey[]} */ const logs = [];
  /** @type {Map<string, NoteKey>} */ const witnesses = new Map();
  /** @type {Map<string, Group>} */ const groups = new Map();
  /** @type {string | null} */ let quorum = null;
  /** Names that are members of a group already. @type {Set<string>} */ const taken = new Set();
  for (const [i, line] of text.split('\n').entries()) {
    const [keyword = '', ...rest] = line.split(/[ \t]+/).filter((word) => word !== '');
    if (keyword === '' || keyword.startsWith('#')) continue;
    /** @type {(why: string) => never} */
    const refuse = (why) => {
      throw new NoPolicy(`line ${i + 1}: ${why}`);
    };
    const [least, most] = words.get(keyword) ?? refuse(`“${keyword}” begins no line of a policy`);
    if (rest.length < least || rest.length > most) refuse(`a line “${keyword}” is not written like this`);
    const isKnown = (/** @type {string} */ name) => witnesses.has(name) || groups.has(name);
    const [name = '', second = '', ...others] = rest;
    if (keyword === 'log') {
      const key = parseVkey(name, LOG_TYPE) ?? refuse('that is no vkey of a log');
      if (logs.some(({ x }) => x === key.x)) refuse('this key is there twice');
      logs.push(key);
    } else if (keyword === 'quorum') {
      if (quorum !== null) refuse('there is a second quorum');
      if (name !== 'none' && !isKnown(name)) refuse(`“${name}” was not defined before`);
      quorum = name;
    } else if (name === 'none' || isKnown(name)) {
      refuse(`the name “${name}” is taken`);
    } else if (keyword === 'witness') {
      const key = parseVkey(second, COSIGNATURE_TYPE) ?? refuse('that is no vkey of a witness');
      if ([...witnesses.values()].some(({ x }) => x === key.x)) refuse('this key is there twice');
      witnesses.set(name, key);
    } else {
      for (const member of others) {
        if (!isKnown(member)) refuse(`“${member}” was not defined before`);
        if (taken.has(member)) refuse(`“${member}” is a member twice`);
        taken.add(member);
      }
      const k = second === 'any' ? 1 : second === 'all' ? others.length : /^[1-9][0-9]*$/.test(second) ? Number(second) : 0;
      if (k < 1 || k > others.length) refuse(`“${second}” is not all, any or a number from 1 to ${others.length}`);
      groups.set(name, { k, members: others });
    }
  }
  return { logs, witnesses, groups, quorum };
}

/**
 * Who of a policy's witnesses cosigned a checkpoint, and whether that is enough.
 * @param {Policy} policy
 * @param {Pick<import('./checkpoint.js').Checkpoint, 'text' | 'signatures'>} checkpoint
 * @returns {Promise<Judgement>}
 */
export async function judge({ witnesses, groups, quorum }, checkpoint) {
  const by = [];
  for (const [name, key] of witnesses) {
    const at = await cosignedAt(checkpoint, key);
    if (at !== null) by.push({ name, at });
  }
  const cosigned = new Set(by.map(({ name }) => name));
  /** A group names only what was defined before it. @type {(name: string) => boolean} */
  const has = (name) => {
    const group = groups.get(name);
    return group === undefined ? cosigned.has(name) : group.members.filter(has).length >= group.k;
  };
  return { met: quorum === 'none' || (quorum !== null && has(quorum)), by };
}

/** What a quorum asks for, in words. @param {Policy} policy */
export function quorumText({ groups, quorum }) {
  const group = groups.get(quorum ?? '');
  return group === undefined ? String(quorum) : `${group.k} of ${group.members.join(', ')}`;
}
