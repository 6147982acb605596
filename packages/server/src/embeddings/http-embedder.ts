import { isRetriedAtOnce, retryAfterSeconds } from '@parley/domain';
import { Agent } from 'undici';
import * as z from 'zod';
import { type Exchange, exchange } from '../outbound/exchange.ts';
import { failureOf } from '../outbound/failures.ts';
import { type Embedder, EmbeddingError } from './embedder.ts';

// Calls `POST …/embeddings` as OpenAI defined it and Ollama, vLLM, llama.cpp and others implement it. Sends only
// `model` and `input`, because other parameters differ between services.

export interface Provider {
  /** The base URL without `/embeddings`: `http://localhost:11434/v1`. */
  readonly url: string;
  readonly model: string;
  readonly key?: string | undefined;
}

/**
 * The limit for a request, in milliseconds. It exceeds the wait of a search, because a late result is stored for the
 * next search.
 */
const deadlineMs = 30_000;
const maxConnections = 8;
/** The largest answer that is read, in bytes: about thirty vectors of four thousand numbers. */
const maxReadBytes = 8 * 1_048_576;

const answered = z.object({ data: z.array(z.unknown()) });

// A schema for each number would collect an issue for each wrong one. For a long answer, that takes seconds.
const numbered = z.object({
  index: z.int().min(0).nullish(),
  embedding: z.custom<readonly number[]>(
    (value) => Array.isArray(value) && value.length > 0 && value.every(Number.isFinite),
  ),
});

/**
 * Creates an embedder that calls a service by HTTP. The operator chooses its URL, so it may be in a private network.
 * Redirects are not followed: they would send texts and key to another host.
 */
export function createHttpEmbedder({ url: base, model, key }: Provider): Embedder {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/embeddings`;
  const agent = new Agent({ connections: maxConnections, headersTimeout: 0, bodyTimeout: 0 });
  const headers = {
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };

  const ask = (body: string) =>
    exchange(agent, { method: 'POST', url, headers, body, timeoutMs: deadlineMs, maxReadBytes });

  return {
    model,
    async embed(texts) {
      const body = JSON.stringify({ model, input: texts });
      let answer = await ask(body);
      const code = failureOf(answer, deadlineMs)?.code;
      // The server may have closed an idle connection that was kept open; the error may appear late.
      // A repeat has no effect on the server, even if it has read the first request.
      const soFar = { isUnread: answer.phase !== 'reading', elapsedMs: 0 };
      if (isRetriedAtOnce(code, soFar)) answer = await ask(body);
      return vectorsOf(answer, texts.length);
    },
    close: () => agent.destroy(),
  };
}

function vectorsOf(answer: Exchange, count: number): Float32Array[] {
  const failure = failureOf(answer, deadlineMs);
  if (failure) throw new EmbeddingError(failure.code);
  const { statusCode, headers, body, outcome } = answer;
  if (statusCode !== 200) {
    const wait = retryAfterSeconds(headers['retry-after'], Date.now());
    throw new EmbeddingError(`status ${statusCode}`, wait);
  }
  if (outcome === 'cut') throw new EmbeddingError('the answer is too long');
  const read = answered.safeParse(parsed(body));
  if (!read.success) throw noVectors();
  const { data } = read.data;
  if (data.length !== count) {
    throw new EmbeddingError(`${data.length} vectors came for ${count} texts`);
  }
  const vectors: Float32Array[] = [];
  data.forEach((item, place) => {
    const found = numbered.safeParse(item);
    if (!found.success) throw noVectors();
    const { index, embedding } = found.data;
    vectors[index ?? place] = Float32Array.from(embedding);
  });
  // A repeated index leaves another one empty, and so does an index beyond the end.
  if (Object.keys(vectors).length !== count || vectors.length !== count) {
    throw new EmbeddingError('the vectors are not numbered as the texts are');
  }
  return vectors;
}

const noVectors = () => new EmbeddingError('the answer holds no vectors');

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
