// Readers for tests of the thread that files are read on: what a file may do to one.

import { type Reader, readHere } from '@countinghouse/server/files/read-on-thread';
import { refuseField } from '@countinghouse/server/http/refusal';

const of = <Sent, Part>(task: string, read: (sent: Sent) => Iterable<Part>): Reader<Sent, Part> => ({
  moduleUrl: import.meta.url,
  task,
  read,
  refuse: (message) => refuseField('file', message),
});

/** Numbers from 0 on, each a part. */
export const counting = of('count', function* (upTo: number) {
  for (let n = 0; n < upTo; n++) yield n;
});
/** A part, and then nothing is taken. */
export const refusing = of('refuse', function* (message: string) {
  yield 0;
  throw refuseField('file', message);
});
export const failing = of('fail', (message: string): readonly never[] => {
  throw new Error(message);
});
/** Ends when the first of these is not 0 any more. */
export const waiting = of('wait', function* (gate: SharedArrayBuffer) {
  yield Atomics.wait(new Int32Array(gate), 0, 0);
});
export const filling = of('fill memory', (text: string): readonly never[] => {
  for (const kept: string[][] = []; ; ) kept.push(text.split(''));
});

for (const reader of [counting, refusing, failing, waiting, filling]) void readHere(reader as Reader<unknown, unknown>);
