import type {
  Contact,
  CustomField,
  Deal,
  Message,
  Pipeline,
  Suppression,
  Tag,
  Ticket,
} from '@parley/contract';
import type { Query } from '../http.ts';
import { allOf, type Scene } from '../scene.ts';
import { shownSuppression } from './consent-decisions.ts';
import { idsOf } from './contact-operations.ts';
import { type DealState, type Place, type State, stagesOf } from './state.ts';
import { shownTag, tagsIn } from './tag-operations.ts';
import {
  contactIn,
  conversationIn,
  dealIn,
  shownContact,
  shownConversation,
  shownDeal,
  shownTicket,
} from './views.ts';

// The lists, counts and sums of a tenant: as the API shows them, and as the model expects them.

export type Observed = Awaited<ReturnType<typeof observe>>;

export async function observe({ scene }: Place) {
  const { api } = scene;
  const both = ['false', 'true'] as const;
  const [settings, contacts, conversations, unread, messages, deals, pipelines, tickets, reports] =
    await Promise.all([
      settingsOf(scene),
      Promise.all(both.map((archived) => listed<Contact>(api.contacts.list, { archived }))),
      allOf(api.conversations.list),
      listed<{ id: string }>(api.conversations.list, { unread: 'true' }),
      allOf(api.messages.list),
      Promise.all(both.map((archived) => listed<Deal>(api.deals.list, { archived }))),
      pipelinesOf(scene),
      listed<Ticket>(api.tickets.list, { sort: 'number' }),
      reportsOf(scene),
    ]);
  const allDeals = deals.flat();
  const { suppressions, tags, fields } = settings;
  return {
    identityIds: Object.fromEntries(
      contacts.flat().flatMap(({ identities }) => identities.map((one) => [one.address, one.id])),
    ),
    ticketIds: tickets.map(({ id, number }) => ({ id, number })),
    view: {
      contacts: byId(contacts.flat().map(shownContact)),
      conversations: byId(conversations.map(shownConversation)),
      unread: unread.map(({ id }) => id).sort(),
      messages: messages.map(kindOf).sort(),
      deals: byId(allDeals.map(shownDeal)),
      pipelines: pipelines.map(({ id }) => id),
      boards: pipelines.flatMap(({ stages }) =>
        stages.map((stage) => [stage.id, boardOf(stage.id, allDeals)]),
      ),
      summary: pipelines.flatMap(({ summary }) => summary.stages),
      tickets: tickets.map(shownTicket),
      suppressions: suppressions.map(shownSuppression).sort(),
      tags: tags.map(shownTag),
      fields: Object.fromEntries(fields.map(({ key, id }) => [key, id])),
      reports,
    },
  };
}

async function settingsOf({ api }: Scene) {
  const [suppressions, tags, fields] = await Promise.all([
    listed<Suppression>(api.suppressions.list, {}),
    listed<Tag>(api.tags.list, { sort: 'name' }),
    listed<CustomField>(api.customFields.list, {}),
  ]);
  return { suppressions, tags, fields };
}

async function listed<Item>(
  list: (request: { query: Query }) => Promise<{ data: unknown[]; nextCursor: string | null }>,
  query: Query,
): Promise<Item[]> {
  const found = await allOf(({ query: page }) => list({ query: { ...query, ...page } }));
  // The list contains records of its endpoint.
  return found as Item[];
}

/** Returns the pipelines with their sums, without the first pipeline of the tenant. */
async function pipelinesOf({ api }: Scene) {
  const all = await listed<Pipeline>(api.pipelines.list, {});
  const own = all.filter(({ isDefault }) => !isDefault);
  return await Promise.all(
    own.map(async ({ id, stages }) => {
      const summary = await api.pipelines.summary({ params: { id } });
      return { id, stages, summary };
    }),
  );
}

function kindOf(message: Message): string {
  const { conversationId, contactId, direction } = message;
  const kind = `${conversationId} ${contactId} ${direction}`;
  return message.scheduledAt === null ? kind : `${kind} ${message.id} ${message.status}`;
}

/**
 * Returns the deals of a stage in their order. For a deal with the same position as the deal before it, the text makes
 * the comparison fail.
 */
function boardOf(stageId: string, deals: readonly Deal[]): string[] {
  const own = deals.filter((deal) => deal.stageId === stageId);
  const sorted = own.sort((a, b) => a.position - b.position);
  return sorted.map(({ id, position }, place) =>
    sorted[place - 1]?.position === position ? `${id} at an equal position` : id,
  );
}

async function reportsOf({ api, target }: Scene) {
  const day = (days: number) => new Date(target.now().getTime() + days * 86_400_000).toISOString();
  const query = { from: day(-1), to: day(1) };
  const [messages, conversations, tickets, deals] = await Promise.all([
    api.reports.messages({ query }),
    api.reports.conversations({ query }),
    api.reports.tickets({ query }),
    api.reports.deals({ query }),
  ]);
  const { created, won, lost, values } = deals.series[0]?.total ?? {};
  return {
    inbound: messages.series[0]?.total.inbound,
    outbound: messages.series[0]?.total.outbound,
    conversations: conversations.series[0]?.total.created,
    closed: conversations.series[0]?.total.closed,
    tickets: tickets.series[0]?.total.created,
    solved: tickets.series[0]?.total.solved,
    deals: { created, won, lost, values },
  };
}

/** Returns the view that `observe` must find for a tenant in this state. */
export function viewOf(state: State): Observed['view'] {
  const conversations = Object.entries(state.conversations);
  const counted = (key: 'inbound' | 'outbound') =>
    conversations.flatMap(([id, conversation]) =>
      Array.from({ length: conversation[key] }, () => `${id} ${conversation.contactId} ${key}`),
    );
  const scheduled = Object.entries(state.scheduled).map(([id, { conversationId, status }]) => {
    const contactId = state.conversations[conversationId]?.contactId;
    return `${conversationId} ${contactId} outbound ${id} ${status}`;
  });
  const stages = state.pipelines.flatMap((id) => stagesOf(state, id));
  const view = {
    contacts: idsOf(state.contacts).map((id) => contactIn(state, id)),
    conversations: idsOf(state.conversations).map((id) => conversationIn(state, id)),
    unread: conversations.flatMap(([id, { unread }]) => (unread > 0 ? [id] : [])).sort(),
    messages: [...counted('inbound'), ...counted('outbound'), ...scheduled].sort(),
    deals: idsOf(state.deals).map((id) => dealIn(state, id)),
    pipelines: state.pipelines,
    boards: stages.map(({ id }) => [id, state.boards[id] ?? []]),
    summary: stages.map((stage) => summaryIn(state, stage)),
    tickets: state.tickets,
    suppressions: state.suppressions.map(shownSuppression).sort(),
    tags: tagsIn(state),
    fields: state.fields,
    reports: {
      inbound: counted('inbound').length,
      outbound: counted('outbound').length + scheduled.length,
      conversations: conversations.length,
      closed: conversations.filter(([, { status }]) => status === 'closed').length,
      tickets: state.tickets.length,
      solved: state.tickets.filter(({ status }) => ['solved', 'closed'].includes(status)).length,
      deals: dealReportIn(state),
    },
  };
  // A record that the model lacks has fewer fields here, so the comparison fails.
  return view as Observed['view'];
}

function visibleDeals({ deals }: State): DealState[] {
  return Object.values(deals).filter(({ archived }) => !archived);
}

function summaryIn(state: State, { id, probability }: State['stages'][number]) {
  const own = visibleDeals(state).filter(({ stageId }) => stageId === id);
  const values = currenciesOf(own).map((currency) => {
    const total = sumOf(own.filter((deal) => deal.currency === currency));
    // Values are multiples of 100, so the result is a whole number.
    return { currency, total: String(total), weighted: String((total / 100) * probability) };
  });
  return { stageId: id, count: own.length, values };
}

function dealReportIn(state: State) {
  const all = visibleDeals(state);
  const of = (status: DealState['status']) => all.filter((deal) => deal.status === status);
  const values = currenciesOf(all.filter(({ value }) => value !== null)).map((currency) => {
    const sum = (deals: readonly DealState[]) =>
      String(sumOf(deals.filter((deal) => deal.currency === currency)));
    return { currency, created: sum(all), won: sum(of('won')), lost: sum(of('lost')) };
  });
  return { created: all.length, won: of('won').length, lost: of('lost').length, values };
}

function currenciesOf(deals: readonly DealState[]): string[] {
  return [...new Set(deals.map(({ currency }) => currency))].sort();
}

function sumOf(deals: readonly DealState[]): number {
  return deals.reduce((sum, { value }) => sum + (value ?? 0), 0);
}

function byId<Item extends { readonly id: string }>(items: Item[]): Item[] {
  return items.sort((a, b) => (a.id < b.id ? -1 : 1));
}
