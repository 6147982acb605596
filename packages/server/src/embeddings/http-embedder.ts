import { isRetriedAtOnce, retryAfterSeconds } from '@parley/domain';
import { Agent } from 'undici';
import * as z from 'zod';
import { type Exchange, exchange } from '../outbound/exchange.ts';
import { failureOf } from '../outbound/failures.ts';
import { type Embedder, EmbeddingError } from './embedder.ts';

// `POST …/embeddings` as OpenAI has it and Ollama, vLLM, llama.cpp and others have taken over. Only `model` and `input` are sent, because other parameters differ between services.

export interface Provider {
  /** Without its `/embeddings`: `http://localhost:11434/v1`. */
  readonly url: string;
  readonly model: string;
  readonly key?: string | undefined;
}

/** Longer than a search waits: a late result is stored for the next search. */
const deadlineMs = 30_000;
const maxConnections = 8;
/** About thirty vectors of four thousand numbers. */
const maxReadBytes = 8 * 1_048_576;

const answered = z.object({
  data: z.array(
    z.object({
      index: z.int().min(0).nullish(),
      embedding: z.array(z.number()).min(1),
    }),
  ),
});

/** The address is the operator's: it may be anywhere, and no redirect leads elsewhere with texts and key. */
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
      // A connection that was kept may have been closed at its other end meanwhile, however late that shows.
      const soFar = { hasAnswer: answer.phase === 'reading', elapsedMs: 0 };
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
  if (!read.success) throw new EmbeddingError('the answer holds no vectors');
  const { data } = read.data;
  if (data.length !== count) {
    throw new EmbeddingError(`${data.length} vectors came for ${count} texts`);
  }
  const vectors: Float32Array[] = [];
  data.forEach(({ index, embedding }, place) => {
    vectors[index ?? place] = Float32Array.from(embedding);
  });
  // A number twice leaves a gap, and so does one beyond the end.
  if (Object.keys(vectors).length !== count || vectors.length !== count) {
    throw new EmbeddingError('the vectors are not numbered as the texts are');
  }
  return vectors;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
