import type { Deps } from '../server.ts';
import type { Load, Sent } from './load.ts';
import type { Shop } from './shops.ts';

interface Row {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
}

export interface Verdict {
  readonly problems: string[];
  /** Messages by their last status and error. */
  readonly states: Readonly<Record<string, number>>;
}

const shown = 5;

/** Compares what was accepted and written with the records of the server and with what the providers took. */
export async function judge(deps: Deps, shops: readonly Shop[], load: Load): Promise<Verdict> {
  const problems = [...load.refusals];
  const states: Record<string, number> = {};
  for (const shop of shops) {
    const rows = await rowsOf(deps, shop, 'outbound');
    const known = new Map(rows.map((row) => [row.id, row]));
    const sent = load.sent.filter((one) => one.shop === shop);
    note(
      problems,
      shop,
      'sent twice',
      sent.filter((one) => timesTaken(one) > 1),
    );
    const wrong = sent.filter((one) => {
      const row = known.get(one.id);
      const state = stateOf(row);
      states[state] = (states[state] ?? 0) + 1;
      return !isRight(one, row);
    });
    for (const one of wrong.slice(0, shown)) {
      problems.push(
        `${nameOf(shop)}: ${one.id} is ${stateOf(known.get(one.id))}, taken ${timesTaken(one)} times`,
      );
    }
    if (wrong.length > shown) problems.push(`${nameOf(shop)}: ${wrong.length} in a wrong state`);
    const { refused } = shop.account.meter.measured;
    if (refused.rate > 0)
      problems.push(`${nameOf(shop)}: faster than the rate ${refused.rate} times`);
    if (refused.pair > 0)
      problems.push(`${nameOf(shop)}: too fast to a customer ${refused.pair} times`);
    problems.push(...(await judgeInbound(deps, shop, load.written.get(shop.channelId) ?? [])));
  }
  return { problems, states };
}

async function judgeInbound(deps: Deps, shop: Shop, written: readonly string[]): Promise<string[]> {
  const { reader } = deps.database;
  const rows = await reader('messages')
    .where({ channel_id: shop.channelId, direction: 'inbound' })
    .select('external_id');
  const received: string[] = rows.map((row) => row.external_id);
  const known = new Set(received);
  const problems: string[] = [];
  const lost = written.filter((id) => !known.has(id));
  if (lost.length > 0)
    problems.push(`${nameOf(shop)}: ${lost.length} of customers lost, ${lost[0]}`);
  if (received.length !== known.size)
    problems.push(`${nameOf(shop)}: a message of a customer is there twice`);
  if (known.size > written.length)
    problems.push(`${nameOf(shop)}: messages that no customer wrote`);
  const failures = await reader('inbound_failures')
    .where({ channel_id: shop.channelId })
    .select('status', 'reason', 'kind');
  for (const failure of failures.slice(0, shown))
    problems.push(`${nameOf(shop)}: ${JSON.stringify(failure)}`);
  return problems;
}

async function rowsOf({ database }: Deps, { channelId }: Shop, direction: string): Promise<Row[]> {
  return await database
    .reader('messages')
    .where({ channel_id: channelId, direction })
    .select('id', 'status', 'error');
}

function timesTaken({ shop, marker }: Sent): number {
  return shop.account.taken.filter(({ body }) => JSON.stringify(body).includes(marker)).length;
}

/**
 * What the provider took has left, unless the provider failed it later. Without reports on single messages the outcome of a
 * lost answer may stay unknown. What the provider did not take has failed.
 */
function isRight(one: Sent, row: Row | undefined): boolean {
  if (!row) return false;
  const error = errorOf(row);
  const isUnknown = error.reason === 'unknown_outcome';
  if (timesTaken(one) === 0) return row.status === 'failed';
  if (row.status !== 'failed')
    return row.status === 'sent' || row.status === 'read' || row.status === 'delivered';
  return one.shop.account.network === 'whatsapp' ? error.providerCode === '131026' : isUnknown;
}

function stateOf(row: Row | undefined): string {
  if (!row) return 'missing';
  if (row.status !== 'failed') return row.status;
  const { code, reason, providerCode } = errorOf(row);
  return ['failed', code, reason, providerCode].filter(Boolean).join(' ');
}

function errorOf({ error }: Row): {
  code?: string;
  reason?: string | null;
  providerCode?: string | null;
} {
  return error === null ? {} : typeof error === 'string' ? JSON.parse(error) : error;
}

function note(problems: string[], shop: Shop, what: string, found: readonly Sent[]): void {
  if (found.length > 0)
    problems.push(`${nameOf(shop)}: ${found.length} ${what}, such as ${found[0]?.id}`);
}

function nameOf({ account }: Shop): string {
  return `${account.network} ${account.id}`;
}
