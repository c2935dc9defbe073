// What can be done to an archive, and what a checker may have from before: the words in which tampered archives are written.

import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import { parseCheckpoint } from '@countinghouse/verifier/checkpoint';
import { cosign } from '@countinghouse/verifier/witness/cosign';
import { makeWitnessKey, parseWitnessKey } from '@countinghouse/verifier/witness/key';
import { ACCOUNTS, executed, MadeLog, makeKey, signDetached, TENANT } from './made-log.ts';

/** What a checker may have from before. */
export interface Kept {
  readonly checkpoints: readonly string[];
  readonly heads: readonly JsonObject[];
}

export interface Tampering {
  readonly name: string;
  readonly about: string;
  readonly code: string;
  readonly seq: number;
  /** Fills a log of four events (organisation, chain key, two accounts), each but the first with a signed head. */
  readonly write: (log: MadeLog) => void;
  /** Changes the lines of its archive. */
  readonly change?: (lines: readonly JsonObject[]) => readonly JsonObject[];
  /** Called after the archive was written: the log may go on. */
  readonly keep?: (log: MadeLog) => Kept;
  /** What the checker demands: a policy of C2SP tlog-policy. */
  readonly policy?: string;
}

type Match = (line: JsonObject) => boolean;

export const isOf =
  (kind: string, seq?: number): Match =>
  (line) =>
    line['kind'] === kind && (seq === undefined || line[kind === 'anchor' ? 'to_seq' : 'seq'] === seq);
export const setting =
  (match: Match, more: JsonObject) =>
  (lines: readonly JsonObject[]): readonly JsonObject[] =>
    lines.map((line) => (match(line) ? { ...line, ...more } : line));
/** Takes lines away, and counts as if they had never been there. */
export const without =
  (...matches: readonly Match[]) =>
  (lines: readonly JsonObject[]): readonly JsonObject[] => {
    const left = lines.filter((line) => !matches.some((match) => match(line)));
    const count = (kind: string): number => left.filter(isOf(kind)).length;
    return setting(isOf('end'), { events: count('event'), heads: count('head'), anchors: count('anchor') })(left);
  };

export const rename = (log: MadeLog, isSigned = true): void => log.append('tenant.renamed', { name: `X${log.seq}` }, { isSigned });
/** Events 5 to 7, an anchor over 7, and its record as event 8. */
export function anchored(log: MadeLog, token?: Buffer): void {
  for (const isSigned of [true, false, true]) rename(log, isSigned);
  log.anchor(token);
  log.record();
}
export const twice =
  (match: Match) =>
  (lines: readonly JsonObject[]): readonly JsonObject[] =>
    lines.flatMap((line) => (match(line) ? [line, line] : [line]));
const WITNESSES = ['a', 'b', 'c'].map((name) => {
  const key = parseWitnessKey(makeWitnessKey(`witness.example/${name}`).secret);
  if (key === null) throw new Error('a key of a witness');
  return key;
});
export const [A, B, C] = WITNESSES;
/** Two of the three. */
export const POLICY = `${WITNESSES.map(({ vkey }, i) => `witness w${i + 1} ${vkey}\n`).join('')}group both 2 w1 w2 w3\nquorum both\n`;
/** Has an anchor cosigned by some of the witnesses: over its own checkpoint, or as said. */
export const cosignedBy =
  (witnesses: readonly (typeof A)[], over = (text: string): string => text) =>
  (lines: readonly JsonObject[]): readonly JsonObject[] =>
    lines.map((line) => {
      const { text = '' } = isOf('anchor')(line) ? (parseCheckpoint(String(line['checkpoint'])) ?? {}) : {};
      if (text === '') return line;
      const cosignatures = witnesses.flatMap((witness) =>
        witness === undefined
          ? []
          : [
              {
                vkey: witness.vkey,
                signature: cosign(over(text), witness, new Date('2026-01-31T13:00:00Z')).trimEnd().split(' ')[2] ?? '',
              },
            ],
      );
      return { ...line, cosignatures };
    });
export const TOKEN = Buffer.from('a token');
const USER = '0197a3c0-0000-7000-8000-000000000001';
const asked = { debitAccount: 'A0', creditAccount: ACCOUNTS[1], amount: '12.5', currency: 'EUR', narrative: 'n' };

/** An intent that its client signed, with a request for this amount. */
export function signed(log: MadeLog, amount: string, over?: string): void {
  const key = makeKey();
  log.addKey(key, 'intent', USER);
  const request = { value_date: '2026-01-31', proposed_actions: [{ ...asked, amount }] };
  const signature = signDetached(key, over ?? canonicalize(request));
  log.append('intent.executed', executed('i', { actor_id: USER, request, checks: { signature: 'verified', signing_kid: key.kid } }), {
    signature,
  });
}

export const headOf = (log: MadeLog): JsonObject => {
  const { kind: _kind, ...head } = log.lines.findLast(isOf('head')) ?? {};
  return { format: 'countinghouse-high-water-mark', version: 1, tenant_id: TENANT, ...head };
};
export const checkpointOf = (log: MadeLog): string => String(log.lines.findLast(isOf('anchor'))?.['checkpoint']);

/** Another log of the same organisation. */
export function another(): MadeLog {
  const other = new MadeLog();
  rename(other);
  other.anchor();
  return other;
}
/** The log as it goes on behind what the archive has of it. */
export function longer(log: MadeLog): MadeLog {
  rename(log);
  log.anchor();
  return log;
}
/** An archive that was written so, the chain key that its log began with, and what a checker has from before. */
export function tampered({ write, change = (lines) => lines, keep }: Tampering): {
  readonly key: JsonObject;
  readonly lines: readonly JsonObject[];
  readonly kept: Kept;
} {
  const log = new MadeLog();
  write(log);
  const lines = change(log.archiveLines());
  return { key: log.first.jwk, lines, kept: keep?.(log) ?? { checkpoints: [], heads: [] } };
}

/** The last signed head below a seq. */
export const coveredBelow = (lines: readonly JsonObject[], seq: number): number =>
  Math.max(
    0,
    ...lines
      .filter(isOf('head'))
      .map((line) => Number(line['seq']))
      .filter((at) => at < seq),
  );
