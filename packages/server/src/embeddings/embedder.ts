/** Turns texts into vectors of one length, which point the same way where the texts mean the same. */
export interface Embedder {
  /** Vectors of different models cannot be compared. */
  readonly model: string;
  /** A vector for each text, in their order. Throws an EmbeddingError. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /** Cuts what is still on its way. */
  close(): Promise<void>;
}

/** There are no vectors. The message is for the log: it holds no text, no key and no URL. */
export class EmbeddingError extends Error {
  override readonly name = 'EmbeddingError';
  /** What the provider has asked for. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
