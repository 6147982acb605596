import { lookup as askSystem, Resolver } from 'node:dns/promises';
import { Lanes } from '../db/lanes.ts';

/** Returns the addresses of a host name, preferred ones first. Rejects when there are none. */
export type Lookup = (hostname: string) => Promise<readonly string[]>;

/** Thrown when a name has no address, or DNS does not respond. */
export class NameNotResolvedError extends Error {
  override readonly name = 'NameNotResolvedError';
}

interface Dns {
  resolve4(hostname: string): Promise<string[]>;
  resolve6(hostname: string): Promise<string[]>;
}

interface Sources {
  dns?: Dns;
  system?: (hostname: string) => Promise<readonly { address: string }[]>;
}

// A lookup of the operating system occupies one of Node's four worker threads until it ends: at most two of them may
// wait for names chosen by tenants. DNS queries need no such lookup.
const systemLookups = 2;
/** How long a lookup waits for others, in milliseconds: longer than the operating system usually looks for one name. */
const longestWaitMs = 15_000;
// DNS has no such name, no address for it, or is not available. A slow server does not count: its name is not looked up
// again.
const unknownToDns = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

export function createLookup({
  dns = new Resolver({ timeout: 1_500, tries: 2 }),
  system = (hostname) => askSystem(hostname, { all: true }),
}: Sources = {}): Lookup {
  const asking = new Map<string, Promise<readonly string[]>>();
  const lanes = new Lanes(() => systemLookups, longestWaitMs);

  async function resolve(hostname: string): Promise<readonly string[]> {
    if (hostname.includes('.')) {
      const { addresses, isUnknown } = await askDns(dns, hostname);
      if (addresses.length > 0) return addresses;
      if (!isUnknown) throw new NameNotResolvedError(hostname);
    }
    const leave = await lanes.enter();
    try {
      const answers = await system(hostname);
      return answers.map(({ address }) => address);
    } catch (cause) {
      throw new NameNotResolvedError(hostname, { cause });
    } finally {
      leave();
    }
  }

  return (hostname) => {
    const asked = asking.get(hostname);
    if (asked) return asked;
    const answer = resolve(hostname).finally(() => asking.delete(hostname));
    asking.set(hostname, answer);
    return answer;
  };
}

async function askDns(dns: Dns, hostname: string) {
  const answers = await Promise.allSettled([dns.resolve4(hostname), dns.resolve6(hostname)]);
  return {
    addresses: answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])),
    isUnknown: answers.every(
      (answer) => answer.status === 'fulfilled' || unknownToDns.has(answer.reason?.code),
    ),
  };
}
