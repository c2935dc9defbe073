// What goes on, told to whoever watches traces. The store and the server say here what begins and what ends, and know nothing of who listens.
// Nobody does unless a process sets it at its start: then `tracing` is null, and to ask that is all that it costs.
//
// Told are names that we gave, codes, counts and ids of requests and organisations: never SQL, values, bodies, or the words of an error.

/** Something that goes on: a request, a trip to the database, a batch, a turn of a worker. */
export interface Activity {
  note(facts: Facts): void;
  /** `failure`: a stable code, or the name of an error. */
  end(failure?: string | null): void;
}

export type Facts = Readonly<Record<string, string | number | readonly string[]>>;

/** An activity as it goes over the wire (W3C Trace Context), and the request that it is for. */
export interface Carried {
  readonly traceparent?: string;
  readonly tracestate?: string;
  readonly requestId?: string;
}

export interface Beginning {
  readonly name: string;
  /** `server`: somebody asked us; `client`: we ask somebody. */
  readonly kind?: 'server' | 'client';
  /** What it is part of; null: of nothing. Left out: of what goes on here. */
  readonly parent?: Activity | Carried | null;
  /** What else it is done for. */
  readonly links?: readonly Activity[];
  readonly requestId?: string;
  readonly facts?: Facts;
  /** It is told of only once something begins under it that does more than read, or it fails: most turns of a worker find nothing to do. */
  readonly quiet?: true;
}

export interface Tracing {
  /** What goes on here; null: nothing that is told of. */
  here(): Activity | null;
  begin(beginning: Beginning): Activity;
  /** One that only reads; null where it is not to be told of. */
  beginRead(beginning: Beginning): Activity | null;
  /** Whatever `work` begins, now or later, is part of the activity; null: of nothing. */
  within<T>(activity: Activity | null, work: () => T): T;
  /** What goes on here, as others are to be told of it. Headers have no request in them. */
  carry(): Carried;
  carryInHeaders(): Readonly<Record<string, string>>;
}

export let tracing: Tracing | null = null;

/** Before the first connection of the process is opened. null: nobody listens any more. */
export function setTracing(listener: Tracing | null): void {
  tracing = listener;
}

/** What an error is called. */
export function nameOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  if (typeof code === 'string' && code !== '') return code;
  return error instanceof Error ? error.constructor.name : 'UNKNOWN';
}

/** Work as an activity that ends with it. */
export async function during<T>(listener: Tracing, beginning: Beginning, work: () => Promise<T>): Promise<T> {
  const activity = listener.begin(beginning);
  try {
    const done = await listener.within(activity, work);
    activity.end();
    return done;
  } catch (error) {
    activity.end(nameOf(error));
    throw error;
  }
}
