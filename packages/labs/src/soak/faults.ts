import type { Account, Fault, Simulator } from '@parley/provider-simulator';
import type { Shop } from './shops.ts';

const share = 0.05;

/** The codes for too many requests of an app. They occur only twice, because each time all channels of the app rest. */
const appLimitCodes: readonly number[] = [4, 40_100];

/** Error codes of each network: it is unavailable, the rates are exceeded, and it refuses the message. */
const codes = {
  whatsapp: [131_016, 130_429, 4, 131_026],
  instagram: [2, 613, 4, 551],
  tiktok: [51_065, 40_100, 40_002],
} as const;

/** Makes 5 % of the sends fail in each possible way. */
export function addFaults(simulator: Simulator, shops: readonly Shop[]): void {
  const paths = new Map(shops.map(({ account }) => [pathOf(account), account.network]));
  for (const [path, network] of paths) {
    const add = (fault: Fault, times = Number.POSITIVE_INFINITY) =>
      simulator.fail({ path, share, times, fault });
    for (const code of codes[network]) {
      add({ kind: 'error', code }, appLimitCodes.includes(code) ? 2 : undefined);
    }
    for (const status of [502, 503]) add({ kind: 'gateway', status });
    add({ kind: 'lost_answer' });
    add({ kind: 'lost_request' });
    if (network === 'whatsapp') add({ kind: 'failed_later', code: 131_026 });
  }
}

/** Returns a part of the path of a send that is unique to the network. */
function pathOf({ network, id }: Account): string {
  if (network === 'tiktok') return '/business/message/send';
  return network === 'instagram' ? '/me/messages' : `/${id}/messages`;
}
