// What a process and one that it started, or a thread of it, ask of each other: by name, each answered once.

import type { Worker } from 'node:worker_threads';

/** What one side does when it is asked to: arguments and answers are copied as by the structured clone algorithm. */
type Acts<T> = { readonly [K in keyof T]: (...args: never[]) => unknown };

type Message =
  | { readonly asked: number; readonly act: string; readonly args: readonly unknown[] }
  | { readonly answered: number; readonly answer: unknown }
  /** `code`: of the database or the system, if it has one. */
  | { readonly answered: number; readonly failure: string; readonly code?: unknown };

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** `Mine`: what this side does; `Theirs`: what the other does. */
export class Channel<Mine extends Acts<Mine>, Theirs extends Acts<Theirs>> {
  private readonly send: (message: Message) => void;
  private readonly acts: Mine;
  private readonly waiting = new Map<number, Waiting>();
  private lastAsked = 0;
  private closed = false;

  /** `send` must not throw. */
  constructor(send: (message: unknown) => void, acts: Mine) {
    this.send = send;
    this.acts = acts;
  }

  /** Rejects with what the other side failed with, or once the channel is closed. */
  ask<K extends keyof Theirs & string>(act: K, ...args: Parameters<Theirs[K]>): Promise<Awaited<ReturnType<Theirs[K]>>> {
    if (this.closed) return Promise.reject(new Error('the other side has ended'));
    this.lastAsked += 1;
    const asked = this.lastAsked;
    return new Promise((resolve, reject) => {
      this.waiting.set(asked, { resolve: resolve as Waiting['resolve'], reject });
      this.send({ asked, act, args });
    });
  }

  /** Asks for what has no answer that matters: whether it was done nobody hears. */
  tell<K extends keyof Theirs & string>(act: K, ...args: Parameters<Theirs[K]>): void {
    this.ask(act, ...args).catch(() => {});
  }

  /** A message of the other side. */
  async hear(heard: unknown): Promise<void> {
    const message = heard as Message;
    if (!('asked' in message)) return this.settle(message);
    const { asked, act, args } = message;
    try {
      const answer = await this.acts[act as keyof Mine](...(args as never[]));
      this.send({ answered: asked, answer });
    } catch (error) {
      const { code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
      const failure = error instanceof Error ? error.message : String(error);
      this.send({ answered: asked, failure, ...(code === undefined ? {} : { code }) });
    }
  }

  /** The other side has ended: whoever waits for it hears that. */
  close(): void {
    this.closed = true;
    for (const { reject } of this.waiting.values()) reject(new Error('the other side has ended'));
    this.waiting.clear();
  }

  private settle(message: Exclude<Message, { readonly asked: number }>): void {
    const waiting = this.waiting.get(message.answered);
    this.waiting.delete(message.answered);
    if ('failure' in message) waiting?.reject(Object.assign(new Error(message.failure), 'code' in message ? { code: message.code } : {}));
    else waiting?.resolve(message.answer);
  }
}

/** A channel to a thread. Once the thread has ended, the channel is closed and `ended` resolves. */
export function channelTo<Mine extends Acts<Mine>, Theirs extends Acts<Theirs>>(
  thread: Worker,
  acts: Mine,
  onError: (error: unknown) => void,
): { readonly channel: Channel<Mine, Theirs>; readonly ended: Promise<void> } {
  const channel = new Channel<Mine, Theirs>((message) => thread.postMessage(message), acts);
  thread.on('message', (message: unknown) => void channel.hear(message));
  thread.on('error', onError);
  const ended = new Promise<void>((resolve) => {
    thread.once('exit', () => {
      channel.close();
      resolve();
    });
  });
  return { channel, ended };
}
