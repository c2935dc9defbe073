// Activities as spans of OpenTelemetry. What goes on is known by asynchronous context; nothing of the libraries is patched. A span says which request
// it is for, and nothing that a caller sent.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Activity, Beginning, Carried, Facts, Tracing } from '@countinghouse/store/tracing';
import { type Context, ROOT_CONTEXT, type Span, type SpanContext, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';

const wire = new W3CTraceContextPropagator();
const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;

const getter = {
  get: (carried: Carried, key: string) => (key === 'traceparent' || key === 'tracestate' ? carried[key] : undefined),
  keys: () => ['traceparent', 'tracestate'],
};
const setter = {
  set: (headers: Record<string, string>, key: string, value: string): void => {
    headers[key] = value;
  },
};

class SpanActivity implements Activity {
  readonly requestId: string | undefined;
  private readonly start: (since: number) => Span;
  private readonly sinceMs = Date.now();
  private span: Span | null = null;
  private ended = false;

  constructor(requestId: string | undefined, start: (since: number) => Span, quiet: boolean) {
    this.requestId = requestId;
    this.start = start;
    if (!quiet) this.begun();
  }

  /** Whether it is told of already. */
  get isTold(): boolean {
    return this.span !== null;
  }

  begun(): Span {
    this.span ??= this.start(this.sinceMs);
    // Found to be worth telling after it ended: it is whole.
    if (this.ended) this.span.end();
    return this.span;
  }

  note(facts: Facts): void {
    this.span?.setAttributes(facts as Record<string, string | number | string[]>);
  }

  end(failure: string | null = null): void {
    if (this.ended) return;
    if (failure !== null) this.begun().setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR });
    this.ended = true;
    this.span?.end();
  }
}

export class SpanTracing implements Tracing {
  private readonly tracer: Tracer;
  private readonly current = new AsyncLocalStorage<SpanActivity | null>();

  constructor(tracer: Tracer) {
    this.tracer = tracer;
  }

  here(): SpanActivity | null {
    return this.current.getStore() ?? null;
  }

  begin({ name, kind, parent = this.here(), links = [], requestId, facts = {}, quiet }: Beginning): SpanActivity {
    const isOurs = parent instanceof SpanActivity;
    const request = requestId ?? (isOurs ? parent.requestId : (parent as Carried | null)?.requestId);
    const start = (startTime: number): Span =>
      this.tracer.startSpan(
        name,
        {
          kind: kind === undefined ? SpanKind.INTERNAL : kinds[kind],
          startTime,
          links: links.map((to) => linkTo(to as SpanActivity)),
          attributes: { ...(request === undefined ? {} : { 'countinghouse.request.id': request }), ...(facts as Record<string, string>) },
        },
        isOurs ? trace.setSpan(ROOT_CONTEXT, parent.begun()) : contextOf(parent as Carried | null),
      );
    return new SpanActivity(request, start, quiet === true);
  }

  beginRead(beginning: Beginning): SpanActivity | null {
    return this.here()?.isTold === true ? this.begin(beginning) : null;
  }

  within<T>(activity: Activity | null, work: () => T): T {
    return this.current.run(activity as SpanActivity | null, work);
  }

  carry(): Carried {
    const requestId = this.here()?.requestId;
    return { ...this.carryInHeaders(), ...(requestId === undefined ? {} : { requestId }) };
  }

  carryInHeaders(): Readonly<Record<string, string>> {
    const here = this.here();
    const headers: Record<string, string> = {};
    if (here !== null) wire.inject(trace.setSpan(ROOT_CONTEXT, here.begun()), headers, setter);
    return headers;
  }
}

const contextOf = (carried: Carried | null): Context => (carried === null ? ROOT_CONTEXT : wire.extract(ROOT_CONTEXT, carried, getter));

function linkTo(activity: SpanActivity): { context: SpanContext; attributes: Record<string, string> } {
  const { requestId } = activity;
  return { context: activity.begun().spanContext(), attributes: requestId === undefined ? {} : { 'countinghouse.request.id': requestId } };
}
