import { Resolver } from 'node:dns/promises';

/** Returns the TXT records of a name in DNS; none when it has none. Rejects when DNS does not respond. */
export type FindTxt = (name: string) => Promise<readonly string[]>;

interface Dns {
  resolveTxt(name: string): Promise<string[][]>;
}

const none = new Set(['ENOTFOUND', 'ENODATA']);

export function createFindTxt(dns: Dns = new Resolver({ timeout: 1_500, tries: 2 })): FindTxt {
  return async (name) => {
    try {
      // DNS splits long texts into chunks.
      return (await dns.resolveTxt(name)).map((chunks) => chunks.join(''));
    } catch (error) {
      if (none.has((error as { code?: string }).code ?? '')) return [];
      throw error;
    }
  };
}
