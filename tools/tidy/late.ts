// Libraries that most servers never need cost each of them a quarter of its start and 70 MB where they are loaded with it: they are loaded when they
// are asked for. Source: decision 0247.
import path from 'node:path';
import { type Fence, importsOf, isCode, isTest } from './source.ts';

/** By the name of a library, or of its scope: the files that may import it as the others do, and are themselves loaded late. */
const late: Readonly<Record<string, readonly string[]>> = {
  '@scalar/': [],
  nodemailer: [],
  pdfkit: [],
  undici: [],
  '@nats-io/': ['packages/server/src/outbound/nats.ts'],
  '@platformatic/kafka': ['packages/server/src/outbound/kafka.ts'],
  asn1js: ['packages/server/src/features/anchors/time-stamp.ts'],
  pkijs: ['packages/server/src/features/anchors/time-stamp.ts'],
  '@aws-sdk/': ['packages/store/src/objects/s3.ts'],
  '@opentelemetry/': ['activities', 'metrics', 'telemetry'].map((name) => `packages/server/src/tracing/${name}.ts`),
};
const lateFiles = new Set(Object.values(late).flat());

const isOf = (from: string, library: string): boolean => (library.endsWith('/') ? from.startsWith(library) : from === library);

/** What is loaded late is imported where it is used, by `await import()`; its types anywhere. */
export const checkLate: Fence = (file) => {
  if (!/^packages\/(?:server|store|kernel|cli)\//.test(file.path) || !isCode(file.path) || isTest(file.path) || lateFiles.has(file.path))
    return [];
  return importsOf(file.text).flatMap(({ from, line, typeOnly, called }) => {
    if (typeOnly || called) return [];
    const target = from.startsWith('.') ? path.posix.join(path.posix.dirname(file.path), from) : from;
    const isLate = lateFiles.has(target) || Object.keys(late).some((library) => isOf(from, library));
    return isLate ? [{ path: file.path, line, message: `${from} is loaded late: await import() it where it is used` }] : [];
  });
};
