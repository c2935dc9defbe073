// Work beside the requests, as it is told to whoever watches traces.

import { during, tracing } from '@countinghouse/store/tracing';

/** A turn of a worker. Where it finds nothing to write or to send, nothing is told of it. */
export const inTurn = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  tracing === null ? work() : during(tracing, { name: `worker ${name}`, parent: null, quiet: true }, work);

/** A call to somebody outside; it is handed the headers that tell them what it is part of. */
export function inCall<T>(method: string, url: string, call: (headers: Readonly<Record<string, string>>) => Promise<T>): Promise<T> {
  const listener = tracing;
  if (listener === null) return call({});
  const facts = { 'http.request.method': method, 'server.address': URL.parse(url)?.hostname ?? '' };
  return during(listener, { name: method, kind: 'client', facts }, () => call(listener.carryInHeaders()));
}
