import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError } from '@parley/contract/schemas';
import { Agent, type Dispatcher, errors, request } from 'undici';
import { FileMissingError, type FileStore, type Owner, ofLength } from './file-store.ts';
import { emptySha256, s3Path, signedHeaders } from './s3-signature.ts';
import { describeMediaStore, type S3StoreConfig } from './store-config.ts';

interface Body {
  readonly bytes: Readable | Buffer;
  readonly sizeBytes: number;
  readonly sha256: string;
}

interface Call {
  readonly range?: string | undefined;
  /** Returns the body of the request; called for each attempt. */
  readonly body?: () => Body;
  /** The time after which no attempt begins, by `performance.now()`. Default: none. */
  readonly untilMs?: number;
}

const attempts = 3;
/** The wait after the first attempt that failed with an error of the store, in milliseconds. */
const busyMs = 200;
/** The maximum of a response without a file that is read. The code of an error is at its start. */
const maxShortBytes = 65_536;
/** The maximum time for reading such a response, in milliseconds. */
const shortMs = 1_000;

/**
 * How long after the question for its age a file may be removed, in milliseconds. It is shorter than the lease of the job
 * that removes it: an upload of the same bytes waits for this job, but not for one that is lost.
 */
const removableMs = 30_000;

interface S3StoreOptions {
  /** The maximum wait for the start of a response, and between two parts of it, in milliseconds. */
  readonly silentMs?: number;
  /** The maximum time of a request with its response, in milliseconds. */
  readonly totalMs?: number;
}

/** Stores files in a bucket of S3, or of a compatible store. */
export function createS3Store(
  config: S3StoreConfig,
  now: () => Date,
  { silentMs = 30_000, totalMs = 3_600_000 }: S3StoreOptions = {},
): FileStore {
  const { bucket, prefix, endpoint, draftDir } = config;
  const agent = new Agent({ headersTimeout: silentMs, bodyTimeout: silentMs });
  const keyOf = ({ db }: Owner, sha256: string) => [db.tenantId, sha256.slice(0, 2), sha256];

  /** Sends a request to the store. Throws SVC-UNAVAILABLE unless it succeeds or the file is missing (404). */
  async function call(
    method: Dispatcher.HttpMethod,
    key: readonly string[],
    { range, body: bodyOf, untilMs = Infinity }: Call = {},
  ): Promise<Dispatcher.ResponseData> {
    const path = s3Path(bucket, ...prefix, ...key);
    const url = new URL(`${endpoint}/${path}`);
    const signal = AbortSignal.timeout(totalMs);
    for (let attempt = 1; ; attempt += 1) {
      if (performance.now() > untilMs)
        throw unavailable(new Error('the request would come too late'));
      const body = bodyOf?.();
      const signed = signedHeaders(config, {
        method,
        url,
        headers: range === undefined ? {} : { range },
        sha256: body?.sha256 ?? emptySha256,
        at: now(),
      });
      const headers = body ? { ...signed, 'content-length': String(body.sizeBytes) } : signed;
      try {
        const answer = await request(url, {
          dispatcher: agent,
          method,
          headers,
          signal,
          ...(body && { body: body.bytes }),
        });
        if (answer.statusCode < 300 || answer.statusCode === 404) return answer;
        const failure = new Error(await failureOf(answer));
        if (answer.statusCode < 500 || attempt === attempts) throw unavailable(failure);
        await pause(busyMs * attempt);
      } catch (error) {
        if (error instanceof ServiceError) throw error;
        // The client has waited long enough.
        const isSilent = error instanceof errors.HeadersTimeoutError;
        if (isSilent || attempt === attempts) throw unavailable(error);
      }
    }
  }

  async function bytesOf(key: readonly string[], range?: string): Promise<Readable> {
    const answer = await call('GET', key, { range });
    if (answer.statusCode !== 404) return answer.body;
    await drop(answer);
    throw new FileMissingError('the bytes of a file are gone');
  }

  /** Returns when a file was written, in epoch milliseconds; undefined when the store does not have it. */
  async function writtenMs(key: readonly string[]): Promise<number | undefined> {
    const answer = await call('HEAD', key);
    await drop(answer);
    const { statusCode, headers } = answer;
    return statusCode === 404 ? undefined : Date.parse(String(headers['last-modified']));
  }

  return {
    description: describeMediaStore(config),
    draftDir,
    async put(owner, sha256, { path, sizeBytes }) {
      // The digest is part of the signature: the store refuses bytes that changed on the way.
      const body = () => ({ bytes: createReadStream(path), sizeBytes, sha256 });
      const answer = await call('PUT', keyOf(owner, sha256), { body });
      await drop(answer);
      if (answer.statusCode === 404) throw unavailable(new Error('the bucket does not exist'));
    },
    async open(owner, file, range) {
      const asked = range && `bytes=${range.start}-${range.end}`;
      return ofLength(await bytesOf(keyOf(owner, file.sha256), asked), file, range);
    },
    has: async (owner, sha256) => (await writtenMs(keyOf(owner, sha256))) !== undefined,
    async removeOlder(owner, sha256, before) {
      const key = keyOf(owner, sha256);
      const askedMs = performance.now();
      const atMs = await writtenMs(key);
      if (atMs === undefined || atMs >= before.getTime()) return;
      await drop(await call('DELETE', key, { untilMs: askedMs + removableMs }));
    },
    async check() {
      const key = [`check-${randomBytes(8).toString('hex')}`];
      const bytes = Buffer.from(key.join());
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      try {
        const put = await call('PUT', key, {
          body: () => ({ bytes, sizeBytes: bytes.length, sha256 }),
        });
        await drop(put);
        if (put.statusCode === 404) throw new Error('the bucket does not exist');
        const read = await text(ofLength(await bytesOf(key), { sizeBytes: bytes.length }));
        if (read !== bytes.toString()) throw new Error('reads what was not written');
        await drop(await call('DELETE', key));
      } catch (error) {
        throw error instanceof ServiceError && error.cause instanceof Error ? error.cause : error;
      }
    },
    close: () => agent.destroy(),
  };
}

/** Drops the rest of a response. Closes the connection when the response does not end in time. */
async function drop({ body }: Dispatcher.ResponseData): Promise<void> {
  await body.dump({ limit: maxShortBytes, signal: AbortSignal.timeout(shortMs) }).catch(() => {});
}

/** Returns the error of a response, with the store's code such as `InvalidAccessKeyId`. */
async function failureOf({ statusCode, body }: Dispatcher.ResponseData): Promise<string> {
  let start = '';
  try {
    for await (const chunk of addAbortSignal(AbortSignal.timeout(shortMs), body)) {
      start += String(chunk);
      if (start.length >= maxShortBytes) break;
    }
  } catch {
    // The response was late or broken off. Its status is known.
  }
  const code = /<Code>([A-Za-z0-9]{1,64})<\/Code>/.exec(start)?.[1];
  return `the store answers ${statusCode}${code === undefined ? '' : ` ${code}`}`;
}

function unavailable(cause: unknown): ServiceError {
  return new ServiceError('SVC-UNAVAILABLE', { retryAfterSeconds: 5 }, { cause });
}
