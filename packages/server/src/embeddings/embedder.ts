/** Converts texts to vectors of equal length whose directions are similar for texts with similar meaning. */
export interface Embedder {
  /** The name of the model. Vectors of different models cannot be compared. */
  readonly model: string;
  /**
   * Returns a vector for each text, in the same order. Throws an EmbeddingError when the provider does not return them.
   */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /** Aborts the requests in flight. */
  close(): Promise<void>;
}

/** Thrown when the provider returned no usable vectors. The message is for the log and contains no text, key or URL. */
export class EmbeddingError extends Error {
  override readonly name = 'EmbeddingError';
  /** The wait that the provider asked for, in seconds; null when it asked for none. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
