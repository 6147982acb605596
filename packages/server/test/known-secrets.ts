/** The secrets of endpoints that the API returned, and their URLs over time. */
export class KnownSecrets {
  readonly #endpoints = new Map<string, { urls: Set<string>; secrets: Set<string> }>();

  learn(endpointId: string, { url, secret }: { url?: string; secret?: string | null }): void {
    const known = this.#endpoints.get(endpointId) ?? { urls: new Set(), secrets: new Set() };
    if (url !== undefined) known.urls.add(new URL(url).href);
    if (secret) known.secrets.add(secret);
    this.#endpoints.set(endpointId, known);
  }

  /** Of the endpoints that are there, or were. */
  readonly at = (url: string): readonly string[] =>
    [...this.#endpoints.values()]
      .filter(({ urls }) => urls.has(url))
      .flatMap((known) => [...known.secrets]);
}
