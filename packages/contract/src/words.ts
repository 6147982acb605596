/** Returns the words of a name in code: `webhook endpoint` for `webhookEndpoint`, `API keys` for `apiKeys`. */
export function wordsOfName(name: string): string {
  return separated(name, ' ').replace(/^api\b/, 'API');
}

/** Returns a name in code in snake case: `created_at` for `createdAt`. */
export function snake(name: string): string {
  return separated(name, '_');
}

function separated(name: string, separator: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `${separator}${letter.toLowerCase()}`);
}

/** The type of `snake`. */
export type Snake<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : Name;
