// What the proof of an event comes to, in words for somebody who knows nothing of cryptography: what was shown, under which key, who outside has seen
// it, and what it does not show.
import { anchors } from '@countinghouse/contract/features/anchors';
import type { LedgerEvent } from '@countinghouse/contract/features/events';
import { call } from '../../lib/calls/client.ts';
import { showCount } from '../../lib/values/numbers.ts';
import type { VerdictIs } from '../../ui/value/verdict/Verdict.tsx';
import { checkInclusion, type Proof, type ProofVerdict, readAgainst, readEvent } from './check.ts';

export interface Answer {
  readonly proof: Proof;
  /** null where the log has none there: the verdict is `refused` then. */
  readonly event: LedgerEvent | null;
  readonly verdict: ProofVerdict;
  /** Thumbprint of the key that the reader pinned. */
  readonly pinned: string | null;
}

export interface Line {
  /** null: it could not be looked at. */
  readonly holds: boolean | null;
  readonly what: string;
  readonly how: string;
}

/** Fetches the proof of an event and checks it in this browser. */
export async function proveEvent(tenantId: string, seq: number): Promise<Answer> {
  const proof = await call(anchors.proof, { params: { seq }, query: {} });
  const [event, against] = await Promise.all([readEvent(proof.seq), readAgainst(tenantId)]);
  return { proof, event, verdict: await checkInclusion(proof, event, against), pinned: against.pinned };
}

export const verdictIs = (verdict: ProofVerdict): VerdictIs =>
  verdict === 'refused' ? 'contradicted' : verdict === 'proven' ? 'proven' : 'consistent';

/** `show`: an instant for people. */
function seenBy({ anchor }: Proof, show: (instant: string) => string): string {
  if (anchor === null) return 'no anchor covers it yet';
  const { cosignatures: by, time_stamp: stamp, anchored_at: at } = anchor;
  const last = by
    .map((c) => c.at)
    .toSorted()
    .at(-1);
  if (last !== undefined) return `${by.length === 1 ? by[0]?.name : `${by.length} witnesses`} saw it there by ${show(last)}`;
  if (stamp !== null) return at === null ? 'an authority outside time-stamped it' : `an authority outside time-stamped it on ${show(at)}`;
  return 'nobody outside has seen it';
}

/** In one sentence. `organisation`: its name. */
export function sentenceOf({ proof, verdict }: Answer, organisation: string, show: (instant: string) => string): string {
  const event = `Event ${showCount(proof.seq)}`;
  switch (verdict) {
    case 'proven':
      return `${event} is in the ledger of ${organisation} exactly as shown, signed under the key you pinned, and ${seenBy(proof, show)}.`;
    case 'consistent':
      return `${event} is in the ledger of ${organisation} exactly as shown, signed under a key that came with the ledger itself, and ${seenBy(proof, show)}.`;
    case 'unsigned':
      return `${event} is in the ledger of ${organisation} as it is now. No anchor covers it yet, so nobody has signed it.`;
    case 'refused':
      return 'The proof does not hold: what the server sent is not the log that was anchored.';
  }
}

/** Which steps led to the verdict; none where it was refused, for the first that fails ends the check. */
export function stepsOf({ proof, verdict }: Answer): readonly Line[] {
  if (verdict === 'refused') return [];
  const { seq, tree_size: size, path, anchor } = proof;
  const signed: Line =
    anchor === null
      ? { holds: null, what: 'Nobody has signed the root yet', how: 'The next anchor signs it, within the hour' }
      : verdict === 'proven'
        ? { holds: true, what: 'The root is signed under the key you pinned', how: 'By that key itself, or by one that it endorses' }
        : { holds: true, what: 'The root is signed by a key of the ledger', how: 'The key came from the server, with the ledger' };
  return [
    {
      holds: true,
      what: `The content gives the hash of event ${showCount(seq)}`,
      how: 'Type, time, who did it and every field are under the hash',
    },
    {
      holds: true,
      what: `The event is in the tree of ${showCount(size)} events`,
      how:
        path.length === 0 ? 'It is the only one' : `${path.length} ${path.length === 1 ? 'hash leads' : 'hashes lead'} from it to the root`,
    },
    signed,
  ];
}

/** What even a proof that holds leaves open. */
export function openOf({ proof, verdict }: Answer): readonly { readonly what: string; readonly why: string }[] {
  if (verdict === 'refused') return [];
  const { anchor, tree_size: size } = proof;
  const outside = (anchor?.cosignatures.length ?? 0) > 0;
  return [
    ...(verdict === 'proven'
      ? []
      : [
          {
            what: 'That the ledger was not made up whole',
            why: 'Whoever makes one up has a key for it. Pin the chain key that the organisation gave you, and prove it again.',
          },
        ]),
    outside
      ? {
          what: 'That the witnesses signed',
          why: 'Their names came from the server. A receipt, checked under a policy of your own, shows it.',
        }
      : { what: 'That nobody is shown another ledger', why: 'No witness outside has cosigned this one.' },
    { what: 'That it happened outside the ledger', why: 'The log proves what was recorded, and when; not what a bank did.' },
    { what: `What comes after event ${showCount(size)}`, why: 'Later events are under the next anchor.' },
  ];
}
