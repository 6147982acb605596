export interface EmbeddingsConfig {
  url: string;
  model: string;
  key: string | undefined;
  /** How long a search waits for the embeddings, in milliseconds. */
  timeoutMs: number;
}

interface EmbeddingsSettings {
  readonly PARLEY_EMBEDDINGS_URL?: string | undefined;
  readonly PARLEY_EMBEDDINGS_MODEL?: string | undefined;
  readonly PARLEY_EMBEDDINGS_KEY?: string | undefined;
  readonly PARLEY_EMBEDDINGS_TIMEOUT_MS: number;
}

export function embeddingsOf(values: EmbeddingsSettings): EmbeddingsConfig | undefined {
  const { PARLEY_EMBEDDINGS_URL: url, PARLEY_EMBEDDINGS_MODEL: model } = values;
  if (!url || !model) return undefined;
  const { PARLEY_EMBEDDINGS_KEY: key, PARLEY_EMBEDDINGS_TIMEOUT_MS: timeoutMs } = values;
  return { url, model, key, timeoutMs };
}
