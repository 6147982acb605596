import type { Simulator } from '@parley/provider-simulator';
import type { Deps } from '../server.ts';
import { borrowed, type Load, type Sent, type Told } from './load.ts';
import type { Shop } from './shops.ts';

interface Row {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
  readonly external_id: string | null;
}

export interface Verdict {
  readonly problems: string[];
  /** The number of messages by their last status and error. */
  readonly states: Readonly<Record<string, number>>;
}

const shown = 5;
const shownColumns = [
  'id',
  'type',
  'status',
  'error',
  'created_at',
  'sending_at',
  'failed_at',
  'external_id',
] as const;

interface Ran {
  readonly simulator: Simulator;
  readonly load: Load;
  /** The IDs of messages that a person retried: the provider may get them after later messages to the same customer. */
  readonly retried: ReadonlySet<string>;
}

/** Compares the accepted requests and the customers' messages with the records of the server and of the providers. */
export async function judge(
  deps: Deps,
  shops: readonly Shop[],
  { simulator, load, retried }: Ran,
): Promise<Verdict> {
  const problems = [...load.refusals];
  const states: Record<string, number> = {};
  for (const shop of shops) {
    const told = load.told.get(shop.channelId) ?? { messages: [], changes: [], inApp: [] };
    const rows = await rowsOf(deps, shop);
    const known = new Map(rows.map((row) => [row.id, row]));
    const sent = load.sent.filter((one) => one.shop === shop);
    const taken = shop.account.taken.map(({ body, externalId }, place) => ({
      place,
      text: textOf(simulator, body),
      isReported: !externalId.startsWith('reaction '),
    }));
    const takenOf = ({ marker }: Sent) => taken.filter(({ text }) => text.includes(marker));
    const timesTaken = (one: Sent) => takenOf(one).length;
    note(
      problems,
      shop,
      'sent twice',
      sent.filter((one) => timesTaken(one) > 1),
    );
    const placeOf = (one: Sent) => (retried.has(one.id) ? undefined : takenOf(one)[0]?.place);
    note(problems, shop, 'before an earlier one', overtaking(sent, placeOf));
    const ids = new Set(sent.map(({ id }) => id));
    const others = rows.filter(({ id }) => !ids.has(id));
    problems.push(...(await judgeOthers(deps, shop, others, told)));
    const wrong = sent.filter((one) => {
      const row = known.get(one.id);
      const state = stateOf(row);
      states[state] = (states[state] ?? 0) + 1;
      return !isRight(one, row, takenOf(one));
    });
    for (const one of wrong.slice(0, shown)) {
      problems.push(
        `${nameOf(shop)}: ${one.id} is ${stateOf(known.get(one.id))}, taken ${timesTaken(one)} times`,
      );
    }
    if (wrong.length > shown) problems.push(`${nameOf(shop)}: ${wrong.length} in a wrong state`);
    const { app, meter, slowFiles } = shop.account;
    const { refused, mostBorrowed } = meter.measured;
    if (shop.account.network === 'whatsapp' && mostBorrowed < borrowed)
      problems.push(`${nameOf(shop)}: no customer got a burst, at most ${mostBorrowed} messages`);
    const tooFast = [meter, slowFiles, app.meter].reduce(
      (sum, { measured }) => sum + measured.refused.rate,
      0,
    );
    if (tooFast > 0) problems.push(`${nameOf(shop)}: faster than the rate ${tooFast} times`);
    if (refused.pair > 0)
      problems.push(`${nameOf(shop)}: too fast to a customer ${refused.pair} times`);
    problems.push(...(await judgeInbound(deps, shop, told)));
  }
  return { problems, states };
}

/**
 * Compares the outbound records without a request with the messages that the business wrote in the app. Shows each
 * record that has no such message, and the messages of its conversation whose copy it may be.
 */
async function judgeOthers(
  { database: { reader } }: Deps,
  shop: Shop,
  others: readonly Row[],
  { inApp }: Told,
): Promise<string[]> {
  const stored = new Set(others.map((row) => row.external_id));
  const lost = inApp.filter((id) => !stored.has(id));
  const problems = lost.map((id) => `${nameOf(shop)}: the message ${id} of the app is lost`);
  const written = new Set<string | null>(inApp);
  const unsent = others.filter((row) => !written.has(row.external_id));
  for (const { id } of unsent.slice(0, shown)) {
    const record = await reader('messages')
      .where({ id })
      .first(...shownColumns, 'text', 'source_type', 'conversation_id');
    const { conversation_id, type, text } = record;
    const equal = await reader('messages')
      .where({ conversation_id, direction: 'outbound' })
      .whereNot({ id })
      .where((same) => same.where({ type, text }).orWhere({ type: 'interactive' }))
      .orderBy('created_at')
      .select(...shownColumns);
    const what = `${JSON.stringify(record)}, beside ${JSON.stringify(equal)}`;
    problems.push(`${nameOf(shop)}: nobody sent ${what}`);
  }
  if (unsent.length > shown)
    problems.push(`${nameOf(shop)}: ${unsent.length} records of messages that nobody sent`);
  return problems;
}

/** Returns the body of a sent message and the bytes of its files as one text, to search it for markers. */
function textOf(simulator: Simulator, body: object): string {
  const text = JSON.stringify(body);
  const ids = [...text.matchAll(/"(?:media_)?id":"([^"]+)"/g)];
  return [text, ...ids.map(([, id = '']) => simulator.textOfFile(id))].join(' ');
}

/**
 * Returns the messages that a provider got before an earlier one to the same customer. `sent` has the order of the
 * requests. `placeOf` returns undefined for a message that the provider did not get or that a person retried.
 */
function overtaking(
  sent: readonly Sent[],
  placeOf: (one: Sent) => number | undefined,
): readonly Sent[] {
  const last = new Map<string, number>();
  return sent.filter((one) => {
    const place = placeOf(one);
    if (place === undefined) return false;
    const before = last.get(one.to) ?? -1;
    last.set(one.to, Math.max(before, place));
    return place < before;
  });
}

async function judgeInbound(
  deps: Deps,
  shop: Shop,
  { messages: written, changes }: Told,
): Promise<string[]> {
  const { reader } = deps.database;
  const rows: InboundRow[] = await reader('messages')
    .where({ channel_id: shop.channelId, direction: 'inbound' })
    .select('external_id', 'text', 'content', 'is_deleted');
  const received: string[] = rows.map((row) => row.external_id);
  const known = new Map(rows.map((row) => [row.external_id, row]));
  const problems: string[] = [];
  const lost = written.filter((id) => !known.has(id));
  if (lost.length > 0)
    problems.push(`${nameOf(shop)}: ${lost.length} of customers lost, ${lost[0]}`);
  if (received.length !== known.size)
    problems.push(`${nameOf(shop)}: a message of a customer is there twice`);
  if (known.size > written.length)
    problems.push(`${nameOf(shop)}: messages that no customer wrote`);
  const undone = changes.filter((change) => !isDone(change, known.get(change.externalId)));
  if (undone.length > 0)
    problems.push(`${nameOf(shop)}: ${undone.length} changes lost, ${JSON.stringify(undone[0])}`);
  const unstored = rows.filter(({ content }) =>
    jsonOf<Content>(content)?.attachments?.some(({ status }) => status !== 'stored'),
  );
  if (unstored.length > 0) {
    const [first] = unstored;
    problems.push(`${nameOf(shop)}: ${unstored.length} without their file, ${first?.external_id}`);
  }
  if (shop.account.network === 'instagram') {
    const nameless = await reader('identities')
      .where({ scope: shop.channelId, username: null })
      .select('address');
    if (nameless.length > 0)
      problems.push(`${nameOf(shop)}: ${nameless.length} without names, ${nameless[0]?.address}`);
  }
  const failures = await reader('inbound_failures')
    .where({ channel_id: shop.channelId })
    .select('status', 'reason', 'kind');
  for (const failure of failures.slice(0, shown))
    problems.push(`${nameOf(shop)}: ${JSON.stringify(failure)}`);
  return problems;
}

interface InboundRow {
  readonly external_id: string;
  readonly text: string | null;
  readonly content: unknown;
  readonly is_deleted: number;
}

interface Content {
  readonly attachments?: readonly { readonly status: string }[];
  readonly reactions?: readonly unknown[];
}

function isDone({ kind, marker }: Told['changes'][number], row: InboundRow | undefined): boolean {
  if (!row) return false;
  if (kind === 'revoke') return Boolean(row.is_deleted) && row.text === null;
  if (kind === 'edit') return row.text === marker;
  return jsonOf<Content>(row.content)?.reactions?.length === 1;
}

async function rowsOf({ database }: Deps, { channelId }: Shop): Promise<Row[]> {
  return await database
    .reader('messages')
    .where({ channel_id: channelId, direction: 'outbound' })
    .select('id', 'status', 'error', 'external_id');
}

/**
 * Returns whether a message has the right status. One that the provider accepted must be `read`, unless the provider
 * reported a failure later. Instagram reports nothing about a reaction, which may stay `sent`. If the network does not
 * report on single messages, a lost response may leave the outcome unknown. One that the provider did not accept must
 * have failed.
 */
function isRight(
  one: Sent,
  row: Row | undefined,
  taken: readonly { readonly isReported: boolean }[],
): boolean {
  if (!row) return false;
  const error = errorOf(row);
  const isUnknown = error.reason === 'unknown_outcome';
  const [first] = taken;
  // No fault concerns the files of messages.
  if (!first) return row.status === 'failed' && error.code !== 'SVC-MEDIA-FAILED';
  if (row.status !== 'failed')
    return row.status === 'read' || (row.status === 'sent' && !first.isReported);
  return one.shop.account.network === 'whatsapp' ? error.providerCode === '131026' : isUnknown;
}

function stateOf(row: Row | undefined): string {
  if (!row) return 'missing';
  if (row.status !== 'failed') return row.status;
  const { code, reason, providerCode } = errorOf(row);
  return ['failed', code, reason, providerCode].filter(Boolean).join(' ');
}

interface Failure {
  readonly code?: string;
  readonly reason?: string | null;
  readonly providerCode?: string | null;
}

function errorOf({ error }: Row): Failure {
  return jsonOf<Failure>(error) ?? {};
}

/** Parses a JSON column. One of the databases returns it already parsed. */
function jsonOf<Value>(cell: unknown): Value | undefined {
  if (cell === null || cell === undefined) return undefined;
  return (typeof cell === 'string' ? JSON.parse(cell) : cell) as Value;
}

function note(problems: string[], shop: Shop, what: string, found: readonly Sent[]): void {
  if (found.length > 0)
    problems.push(`${nameOf(shop)}: ${found.length} ${what}, such as ${found[0]?.id}`);
}

function nameOf({ account }: Shop): string {
  return `${account.network} ${account.id}`;
}
