// Files that are sent take turns, from before one is received until what is in it is committed. Those that wait are bytes, so many of each organisation and
// of all; the one whose turn it is becomes rows, events and statements, which take thirty times as much of the heap: few are that at once.

import type { FastifyReply } from 'fastify';
import { Refusal } from '../http/refusal.ts';
import { Lane } from '../work/lane.ts';
import { memoryPlan } from '../work/memory.ts';

/** Of each organisation, the one that is taken in among them. Source: decision 0075. */
const HELD_OF_EACH_MAX = 5;

/** A file that somebody sends. */
interface Coming<File> {
  /** At most. */
  readonly bytes: number;
  /** Whether its sender still waits: who was told 503 sends it again. */
  readonly isWaitedFor: () => boolean;
  readonly receive: () => Promise<File>;
}

/** Whether whoever asked for an answer still waits for it. */
export const isWaitedFor = (reply: FastifyReply) => (): boolean => !reply.sent && !reply.raw.closed;

interface Held {
  files: number;
  bytes: number;
}

export class FileTurns {
  private readonly lane: Lane;
  private readonly bytesMax: number;
  private readonly held = new Map<string, Held>();
  private heldBytes = 0;

  constructor({ fileBytes, filesAtOnce } = memoryPlan()) {
    this.bytesMax = fileBytes;
    this.lane = new Lane(filesAtOnce, HELD_OF_EACH_MAX);
  }

  /**
   * Receives a file of at most `bytes` and takes it in when it is its turn; organisations take turns. Throws OVERLOADED, before anything is received, where too
   * many files or bytes of this organisation, or bytes of all, are held already; and at its turn, where nobody waits for it any more.
   */
  async take<File, T>(whose: string, { bytes, isWaitedFor, receive }: Coming<File>, takeIn: (file: File) => Promise<T>): Promise<T> {
    const letGo = this.hold(whose, bytes);
    try {
      const file = await receive();
      return await this.lane.run(whose, () => {
        if (!isWaitedFor()) throw new Refusal('OVERLOADED');
        return takeIn(file);
      });
    } finally {
      letGo();
    }
  }

  private hold(whose: string, bytes: number): () => void {
    const own = this.held.get(whose) ?? { files: 0, bytes: 0 };
    // One file of an organisation, and one of all, is always let in: how large it may be is the route's.
    const isTooMuch =
      own.files >= HELD_OF_EACH_MAX ||
      (own.files > 0 && own.bytes + bytes > this.bytesMax / 2) ||
      (this.heldBytes > 0 && this.heldBytes + bytes > this.bytesMax);
    if (isTooMuch) throw new Refusal('OVERLOADED');
    own.files += 1;
    own.bytes += bytes;
    this.heldBytes += bytes;
    this.held.set(whose, own);
    return () => {
      own.files -= 1;
      own.bytes -= bytes;
      this.heldBytes -= bytes;
      if (own.files === 0) this.held.delete(whose);
    };
  }
}
