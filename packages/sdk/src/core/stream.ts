import type { Call } from './request.ts';
import { type Stopped, withTimeLimit } from './time-limit.ts';

/** The chunks of a body that is read as a stream. */
export interface Source {
  next(): Promise<IteratorResult<Uint8Array, unknown>>;
}

/** The reason why a stream ended early: the time limit or the signal, or else the error of the connection. */
export interface Break {
  end: Stopped | undefined;
  cause: unknown;
}

/** Returns the chunks of a body; undefined when the body is no stream. */
export function sourceOf(body: unknown): Source | undefined {
  const { getReader, [Symbol.asyncIterator]: iterate } = Object(body);
  // Some browsers cannot iterate over a `ReadableStream`, and the body of node-fetch has no reader.
  if (!getReader) return iterate?.call(body);
  const reader: ReadableStreamDefaultReader<Uint8Array> = getReader.call(body);
  return { next: () => reader.read() as Promise<IteratorResult<Uint8Array, unknown>> };
}

/**
 * Returns a stream of the source. It reads only when its reader asks for more, and waits at most `timeoutMs` for the next
 * bytes. If it breaks off, calls `abort` and fails with the result of `errorOf`.
 */
export function streamOf(
  source: Source,
  { limits, signal }: Pick<Call, 'limits' | 'signal'>,
  abort: () => void,
  errorOf: (reason: Break) => unknown,
): ReadableStream<Uint8Array> {
  const pull = async (sink: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    let cause: unknown;
    const result = await withTimeLimit<IteratorResult<Uint8Array> | undefined>(
      limits.timeoutMs,
      signal,
      (done) => {
        source.next().then(done, (error: unknown) => {
          cause = error;
          done(undefined);
        });
        return undefined;
      },
    );
    if (typeof result === 'object' && !result.done) return sink.enqueue(result.value);
    if (typeof result === 'object') return sink.close();
    abort();
    sink.error(errorOf({ end: result, cause }));
  };
  return new ReadableStream({ pull, cancel: abort }, { highWaterMark: 0 });
}
