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

/** Returns the name of the missing setting when only one of the two is set; otherwise undefined. */
export function missingEmbeddings(
  values: EmbeddingsSettings,
): keyof EmbeddingsSettings | undefined {
  const { PARLEY_EMBEDDINGS_URL: url, PARLEY_EMBEDDINGS_MODEL: model } = values;
  if (url) return model ? undefined : 'PARLEY_EMBEDDINGS_MODEL';
  return model ? 'PARLEY_EMBEDDINGS_URL' : undefined;
}

export function embeddingsOf(values: EmbeddingsSettings): EmbeddingsConfig | undefined {
  const { PARLEY_EMBEDDINGS_URL: url, PARLEY_EMBEDDINGS_MODEL: model } = values;
  if (!url || !model) return undefined;
  const { PARLEY_EMBEDDINGS_KEY: key, PARLEY_EMBEDDINGS_TIMEOUT_MS: timeoutMs } = values;
  return { url, model, key, timeoutMs };
}
