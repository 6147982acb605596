import { contactRules, conversationRules, dealRules } from '@parley/domain';
import {
  contactsTable,
  conversationsTable,
  dealsTable,
  messageRow,
  messagesTable,
  newId,
  pipelines,
  type TenantContext,
} from '../../../server.ts';

const firstNames = wordsOf(`
  Ana Bruno Carla Daniel Eduarda Felipe Gabriela Hugo Isabel João Karina Lucas Mariana Nicolas
  Olívia Paulo Quitéria Rafael Sandra Thiago Úrsula Vitor Wagner Ximena Yara Zeca
`);
const lastNames = wordsOf(`
  Silva Santos Oliveira Souza Rodrigues Ferreira Alves Pereira Lima Gomes Costa Ribeiro Martins
  Carvalho Almeida Lopes Soares Fernandes Vieira Barbosa Rocha Dias Nascimento Andrade Moreira
  Nunes Marques Machado Mendes Freitas Cardoso Ramos Gonçalves Santana Teixeira Moura Correia
  Campos Batista Pires
`);
const rowsAtOnce = 1_000;
const firstMs = Date.parse('2024-01-01T00:00:00.000Z');

/** Returns a number below `below` that depends only on the row and the salt. */
export function chosen(row: number, salt: number, below: number): number {
  const mixed = Math.imul(row + 1, 2_654_435_761) ^ Math.imul(salt + 1, 40_503);
  return (Math.imul(mixed ^ (mixed >>> 15), 2_246_822_519) >>> 0) % below;
}

const pick = (from: readonly string[], row: number, salt: number) =>
  from[chosen(row, salt, from.length)] ?? '';

function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/);
}

export function nameOf(row: number): string {
  return `${pick(firstNames, row, 1)} ${pick(lastNames, row, 2)}`;
}

export function phoneOf(row: number): string {
  return `+55119${String(10_000_000 + row)}`;
}

/** The tag that every contact has. */
export const tagOfAll = 'everyone';
/** The tag of the oldest contacts. A list by creation, newest first, shows them last. */
export const tagOfOldest = 'founder';
const oldest = 5_000;
/** The number of group tags. Each contact has one of them. */
export const groups = 2_000;

function tagsOf(row: number): string[] {
  const group = `group ${chosen(row, 6, groups)}`;
  return [tagOfAll, group, ...(row < oldest ? [tagOfOldest] : [])];
}

/** Adds contacts with a name, a phone number, an email address, an external ID and tags. */
export async function addContacts(ctx: TenantContext, count: number): Promise<void> {
  await addRows(ctx, count, (row, at) => {
    const name = nameOf(row);
    const [first = '', last = ''] = name.toLowerCase().split(' ');
    const contact = contactRules.initial(
      {
        name,
        phone: phoneOf(row),
        email: `${first}.${last}${row}@example.com`,
        externalId: `customer-${row}`,
        tags: tagsOf(row),
      },
      { id: newId('con'), at },
    );
    const lastSeenAt = at;
    return [contactsTable, contactsTable.toRow({ ...contact, lastSeenAt })];
  });
}

/** Returns the first stage of the tenant's pipeline. */
export async function firstStage(ctx: TenantContext) {
  const { data } = await pipelines.list(ctx, { sort: 'createdAt', limit: 1 } as never);
  const [pipeline] = data;
  const [stage] = pipeline?.stages ?? [];
  if (!pipeline || !stage) throw new Error('there is no pipeline');
  return { pipeline, stage };
}

/** Adds open deals with a value in the first stage of the tenant's pipeline. */
export async function addDeals(ctx: TenantContext, count: number): Promise<void> {
  const { pipeline, stage } = await firstStage(ctx);
  await addRows(ctx, count, (row, at) => {
    const deal = dealRules.initial(
      {
        title: `${nameOf(row)}: order ${row}`,
        defaultCurrency: 'BRL',
        value: chosen(row, 3, 1_000_000),
        place: { pipeline, stage, status: 'open', position: row * 1_000 },
      },
      { id: newId('deal'), at },
    );
    return [dealsTable, dealsTable.toRow(deal)];
  });
}

/** Each conversation has so many messages. */
const messagesOfConversation = 10;

/** Returns the text of a message. The order number occurs in no other message. */
export function textOf(row: number): string {
  const greeting = `Olá ${nameOf(row)}, o seu pedido ${1_000_000 + row} saiu para entrega`;
  return chosen(row, 8, 20) === 0 ? `${greeting}. ${'Obrigado! '.repeat(90)}` : greeting;
}

/** Adds messages in conversations of new contacts, without the foreign keys to channels. */
export async function addMessages(ctx: TenantContext, count: number): Promise<void> {
  const places: { id: string; contactId: string }[] = [];
  const conversations = Math.ceil(count / messagesOfConversation);
  await addRows(ctx, conversations, (row, at) => {
    const id = newId('con');
    places.push({ id: newId('cnv'), contactId: id });
    const contact = contactRules.initial({ name: nameOf(row) }, { id, at });
    return [contactsTable, contactsTable.toRow({ ...contact, lastSeenAt: at })];
  });
  const placeOf = (row: number) => places[row % conversations] ?? { id: '', contactId: '' };
  await addRows(ctx, conversations, (row, at) => {
    const { id, contactId } = placeOf(row);
    const made = conversationRules.initial(
      {
        channel: { id: 'cha_1', type: 'whatsapp' },
        contact: { id: contactId, name: null, phone: null, avatarUrl: null },
        address: `${row}`,
        source: 'api',
      },
      { id, at },
    );
    const shown = { messageCount: messagesOfConversation, lastMessageAt: at };
    return [conversationsTable, conversationsTable.toRow({ ...made, ...shown })];
  });
  await addRows(ctx, count, (row, at) => {
    const message = { text: textOf(row), at };
    return [messagesTable, messageRow(ctx, placeOf(row), message)];
  });
}

type Added = [table: { readonly name: string; readonly columns: readonly string[] }, row: object];

async function addRows(
  ctx: TenantContext,
  count: number,
  make: (row: number, at: string) => Added,
): Promise<void> {
  for (let from = 0; from < count; from += rowsAtOnce) {
    await ctx.db.transaction(async (db) => {
      const rows = Array.from({ length: Math.min(rowsAtOnce, count - from) }, (_, place) =>
        make(from + place, new Date(firstMs + (from + place) * 1_000).toISOString()),
      );
      const [table] = rows[0] ?? [];
      if (table)
        await db.insertTogether(
          table,
          rows.map(([, row]) => row),
        );
    });
  }
}
