// Webhooks are sent on a thread of their own, with its own connections: reading, signing and sending what others are told holds up nobody who posts. The
// process says to whom a turn is due; the thread does the turn. It starts when it is first needed, and again where it ended: the target's lease runs out,
// and the turn comes again.

import { type MessagePort, parentPort } from 'node:worker_threads';
import { openPool, type Where, withRows } from '@countinghouse/store/connection';
import { KeptTexts } from '@countinghouse/store/keys/kept-texts';
import { openKms } from '@countinghouse/store/keys/open-kms';
import type { ObjectSettings } from '@countinghouse/store/objects/open-objects';
import type { TelemetrySettings } from '../config.ts';
import type { Services } from '../services.ts';
import { Egress } from '../signatures/egress.ts';
import { inTurn } from '../tracing/turn.ts';
import { Channel, channelTo } from '../work/channel.ts';
import { memoryPlan } from '../work/memory.ts';
import { startThread, stepBack, taskOf } from '../work/thread.ts';
import { endpointOutlet } from './endpoint.ts';
import { Exporter, type Served, type Turn } from './exporter.ts';
import type { Serving } from './senders.ts';

/** Those who send wait for their receivers, and seldom for a connection. */
const CONNECTIONS_MAX = 2;
const TASK = 'send webhooks';

interface Task extends ObjectSettings {
  readonly where: Where;
  readonly kmsKeyId: string | null;
  readonly egressAllow: readonly string[];
  readonly telemetry: TelemetrySettings | null;
}
type Letters = Pick<Services['letters'], 'queueWebhookStopped'>;
/** What the process does when the thread asks it to. */
interface ProcessActs extends Letters {
  nudgeMail(): void;
  note(line: string): void;
}
/** What the thread does when the process asks it to. */
interface ThreadActs {
  /** A turn of so many milliseconds: the clocks of threads are not the same. */
  serve(tenantId: string, name: string, turn: Pick<Turn, 'evenNow' | 'breaksOff'>, withinMs: number): Promise<Served>;
  stop(): void;
}

interface Options {
  readonly settings: Omit<Task, 'where'>;
  readonly where: Where;
  readonly letters: Letters;
  readonly mailWorker: Pick<Services['mailWorker'], 'nudge'>;
  readonly note: (line: string) => void;
  readonly onError: (error: unknown) => void;
}

interface Started {
  readonly channel: Channel<ProcessActs, ThreadActs>;
  readonly ended: Promise<void>;
}

export class SendingThread implements Serving {
  private readonly task: Task;
  private readonly acts: ProcessActs;
  private readonly onError: (error: unknown) => void;
  private started: Started | null = null;

  constructor({ settings: { s3, dataDir, kmsKeyId, egressAllow, telemetry }, where, letters, mailWorker, note, onError }: Options) {
    this.task = { where, s3, dataDir, kmsKeyId, egressAllow, telemetry };
    this.acts = {
      queueWebhookStopped: (...asked) => letters.queueWebhookStopped(...asked),
      nudgeMail: () => mailWorker.nudge(),
      note,
    };
    this.onError = onError;
  }

  /** As `Exporter.serve`; what is to stop at a border stops with the thread. */
  serve(tenantId: string, name: string, { evenNow, breaksOff, untilMs }: Turn): Promise<Served> {
    this.started ??= this.start();
    return this.started.channel.ask('serve', tenantId, name, { evenNow, breaksOff }, untilMs - performance.now());
  }

  /** Each turn comes to its next border; resolves once the thread has ended. */
  async stop(): Promise<void> {
    const { started } = this;
    started?.channel.tell('stop');
    await started?.ended;
  }

  private start(): Started {
    const thread = startThread<Task>(import.meta.url, TASK, this.task, memoryPlan().threadMb.sending);
    thread.once('exit', () => {
      this.started = null;
    });
    return channelTo(thread, this.acts, this.onError);
  }
}

/** On the thread: turn after turn, until it is told to stop. */
function run({ where, s3, dataDir, kmsKeyId, egressAllow, telemetry: traced }: Task, port: MessagePort): void {
  stepBack();
  const stopping = new AbortController();
  const turns = new Set<Promise<unknown>>();
  const channel: Channel<ThreadActs, ProcessActs> = new Channel<ThreadActs, ProcessActs>((message) => port.postMessage(message), {
    serve: async (tenantId, name, turn, withinMs) => {
      const untilMs = performance.now() + withinMs;
      const { exporter } = await opened;
      const served = inTurn('send endpoints', () => exporter.serve(tenantId, name, { ...turn, untilMs, stopping: stopping.signal }));
      turns.add(served);
      return served.finally(() => turns.delete(served));
    },
    stop: () => void end(),
  });
  const open = async () => {
    const telemetry =
      traced === null ? null : new (await import('../tracing/telemetry.ts')).Telemetry(traced, (line) => channel.tell('note', line));
    telemetry?.trace();
    const place = withRows(where, { s3, dataDir });
    const writerPool = openPool(place, 'writer', { max: CONNECTIONS_MAX });
    const readerPool = openPool(place, 'reader', { max: CONNECTIONS_MAX });
    const egress = new Egress({ allow: egressAllow });
    const services = {
      writerPool,
      readerPool,
      keptTexts: new KeptTexts({ kms: openKms({ dataDir, kmsKeyId }), writerPool }),
      egress,
      letters: {
        queueWebhookStopped: (...asked: Parameters<Letters['queueWebhookStopped']>) => channel.ask('queueWebhookStopped', ...asked),
      },
      mailWorker: { nudge: () => channel.tell('nudgeMail') },
    };
    const close = async (): Promise<void> => {
      await egress.close();
      await Promise.all([writerPool.end(), readerPool.end()]);
      await telemetry?.close();
    };
    return { exporter: new Exporter(services, endpointOutlet(services)), close };
  };
  const opened = open();
  const end = async (): Promise<void> => {
    stopping.abort();
    await Promise.allSettled(turns);
    await (await opened).close();
    port.close();
  };
  // Listening also keeps the thread alive.
  port.on('message', (message: unknown) => void channel.hear(message));
}

const task = taskOf<Task>(TASK);
if (task !== null && parentPort !== null) run(task, parentPort);
