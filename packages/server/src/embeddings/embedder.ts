/** Converts texts to vectors of equal length whose directions are similar for texts with similar meaning. */
export interface Embedder {
  /** Vectors of different models cannot be compared. */
  readonly model: string;
  /** A vector for each text, in their order. Throws an EmbeddingError. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /** Aborts the requests in flight. */
  close(): Promise<void>;
}

/** There are no vectors. The message is for the log and contains no text, key or URL. */
export class EmbeddingError extends Error {
  override readonly name = 'EmbeddingError';
  /** The wait that the provider requested. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
