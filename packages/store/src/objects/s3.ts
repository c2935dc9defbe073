// Objects in a bucket of S3, or of anything that speaks its protocol: <organisation>/<first two digits>/<SHA-256>. The content is hashed
// on its way in and on its way out: what the bucket says of it is not relied on. Content is held in memory: an object has some 10 MB at
// most, of which the callers see to it.

import { createHash, hash } from 'node:crypto';
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { during, type Tracing, tracing } from '../tracing.ts';
import { checkRange, keyOf, listedAt, namedKeyOf, ObjectDamaged, type ObjectStore, ObjectStoreUnavailable } from './object-store.ts';

// Source: decision 0006, rule 9: inside the 20 s that a request may take, tries together.
const ANSWER_TIMEOUT_MS = 12_000;
const CONNECT_TIMEOUT_MS = 2_000;
const TRIES = 2;

export interface S3Settings {
  /** null: that of the region at Amazon. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** The bucket is named in the path, not in the host. */
  readonly pathStyle: boolean;
}

export function openS3Objects(settings: S3Settings): ObjectStore {
  const { bucket: Bucket } = settings;
  const client = new S3Client({
    region: settings.region,
    credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
    forcePathStyle: settings.pathStyle,
    maxAttempts: TRIES,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS },
    // Other servers than Amazon's do not know the checksums that the library would add; the content is hashed by us.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(settings.endpoint !== null && { endpoint: settings.endpoint }),
  });
  if (tracing !== null) traceCommands(client, tracing);
  const inTime = (): { readonly abortSignal: AbortSignal } => ({ abortSignal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });

  const has: ObjectStore['has'] = async (tenantId, sha256) => {
    const Key = keyOf(tenantId, sha256);
    try {
      await client.send(new HeadObjectCommand({ Bucket, Key }), inTime());
      return true;
    } catch (error) {
      // A HEAD has no body to tell a missing bucket from a missing object: the PUT that follows does.
      if (statusOf(error) === 404) return false;
      throw unavailable(error);
    }
  };
  const download = async (Key: string, Range?: string): Promise<Buffer> => {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range }), inTime());
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    } catch (error) {
      if (error instanceof S3ServiceException && error.name === 'NoSuchKey') throw new ObjectDamaged('missing');
      // A part beyond the end.
      if (statusOf(error) === 416) throw new ObjectDamaged('altered');
      throw unavailable(error);
    }
  };
  const get: ObjectStore['get'] = async (tenantId, sha256) => {
    const content = await download(keyOf(tenantId, sha256));
    if (hash('sha256', content) !== sha256) throw new ObjectDamaged('altered');
    return content;
  };

  return {
    async put(tenantId, content) {
      const hasher = createHash('sha256');
      const parts: Uint8Array[] = [];
      for await (const part of content) {
        hasher.update(part);
        parts.push(part);
      }
      const [Body, sha256] = [Buffer.concat(parts), hasher.digest('hex')];
      const Key = keyOf(tenantId, sha256);
      const stored = { sha256, sizeBytes: Body.byteLength };
      if ((await has(tenantId, sha256)) && (await isRight(() => get(tenantId, sha256)))) return stored;
      try {
        await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: Body.byteLength }), inTime());
      } catch (error) {
        throw unavailable(error);
      }
      return stored;
    },
    get,
    async getRange(tenantId, sha256, offset, length) {
      const Key = keyOf(tenantId, sha256);
      checkRange(offset, length);
      const part = await download(Key, `bytes=${offset}-${offset + length - 1}`);
      if (part.length !== length) throw new ObjectDamaged('altered');
      return part;
    },
    has,
    async putNamed(tenantId, name, text) {
      const [Key, Body] = [namedKeyOf(tenantId, name), Buffer.from(text)];
      try {
        await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: Body.byteLength }), inTime());
      } catch (error) {
        throw unavailable(error);
      }
    },
    async getNamed(tenantId, name) {
      try {
        return (await download(namedKeyOf(tenantId, name))).toString();
      } catch (error) {
        if (error instanceof ObjectDamaged) return null;
        throw error;
      }
    },
    async *list() {
      for (let ContinuationToken: string | undefined; ; ) {
        const page = await client.send(new ListObjectsV2Command({ Bucket, ContinuationToken }), inTime()).catch((error: unknown) => {
          throw unavailable(error);
        });
        for (const { Key, Size } of page.Contents ?? []) {
          const listed = listedAt(Key ?? '', Size ?? 0);
          if (listed !== null) yield listed;
        }
        ContinuationToken = page.NextContinuationToken;
        if (page.IsTruncated !== true || ContinuationToken === undefined) return;
      }
    },
    close: () => client.destroy(),
  };
}

/** Each call of the bucket as an activity, which its request carries. */
function traceCommands({ middlewareStack }: S3Client, listener: Tracing): void {
  middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) =>
        during(listener, { name: `S3 ${commandName.replace(/Command$/, '')}`, kind: 'client' }, () => next(args)),
    { step: 'initialize' },
  );
  middlewareStack.add(
    (next) => (args) => {
      Object.assign((args.request as { readonly headers: Record<string, string> }).headers, listener.carryInHeaders());
      return next(args);
    },
    { step: 'build' },
  );
}

/** Whether what is there is what was to be put; what is damaged is put again. */
async function isRight(check: () => Promise<unknown>): Promise<boolean> {
  try {
    await check();
    return true;
  } catch (error) {
    if (error instanceof ObjectDamaged) return false;
    throw error;
  }
}

const statusOf = (error: unknown): number | undefined => (error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined);

/** What it answered with tells who has to do something: 4xx whoever set it up, anything else time. Its words stay in `cause`. */
function unavailable(error: unknown): ObjectStoreUnavailable {
  const status = statusOf(error);
  return status !== undefined && status < 500 && status !== 408 && status !== 429
    ? new ObjectStoreUnavailable('refused', `it answered ${status} ${(error as S3ServiceException).name}`, error)
    : new ObjectStoreUnavailable('away', status === undefined ? 'it did not answer' : `it answered ${status}`, error);
}
