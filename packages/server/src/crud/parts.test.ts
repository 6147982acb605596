import type { Deal, KnowledgeFaq, KnowledgeSource, Ticket } from '@parley/contract/schemas';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { copyRow } from '../../test/copy-rows.ts';
import { targets } from '../../test/databases.ts';
import { aPhone, createScene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { moveAddress } from '../contacts/addresses.ts';
import { eraseRows } from '../contacts/statements/erase-rows.ts';
import { readTexts } from '../contacts/statements/read-texts.ts';
import { writeRows } from '../db/row-statements.ts';
import { inTransaction } from '../tenancy/context.ts';

// A tenant may add any number of rows to a record: no statement may write all of them.

describe.each(targets)('a record with very many rows of other tables on %s', (target) => {
  const [count, most] = target === 'SQLite' ? [1_200, 1_000] : [2_500, 2_000];
  const server = serverOfTests(() => startQuiet(target));

  /** Copies the only row of a record in a table. */
  async function multiply(table: string, match: object, cells: Record<string, string> = {}) {
    const { id } = await server.deps.database.writer(table).where(match).first();
    await copyRow(server, { table, id }, { count, prefix: id.slice(0, -6), cells });
  }

  const rowsOf = async (table: string, match: object) =>
    await server.deps.database.writer(table).where(match);

  test('is deleted or changed by statements of limited size', async () => {
    const scene = await createScene(server);
    const { call, ctx } = scene;
    const counts: number[] = [];
    for (const statement of [writeRows, eraseRows]) watch(statement, counts);
    const made = async <Rec extends { id: string }>(path: string, body: object) => {
      const { status, json } = await call<Rec>(`POST ${path}`, body);
      expect([200, 201]).toContain(status);
      return json.id;
    };
    const remove = async (path: string) => expect((await call(`DELETE ${path}`)).status).toBe(204);

    const deal = { deal_id: await made<Deal>('/deals', { title: 'Catering' }) };
    await made(`/deals/${deal.deal_id}/notes`, { body: 'Call after 18:00' });
    const ticket = { ticket_id: await made<Ticket>('/tickets', { subject: 'Help' }) };
    await made(`/tickets/${ticket.ticket_id}/comments`, { body: 'Yes', visibility: 'public' });
    const contact = { contact_id: await made('/contacts', { name: 'Ana' }) };
    await made(`/contacts/${contact.contact_id}/opt-out`, { scope: 'all' });
    const text = { type: 'markdown', title: 'Guide', content: 'Two days.' };
    const source = { source_id: await made<KnowledgeSource>('/knowledge/sources', text) };
    const asked = { question: 'Where?', answer: 'Here.', sourceId: source.source_id };
    await made<KnowledgeFaq>('/knowledge/faqs', asked);
    await multiply('notes', deal);
    await multiply('deal_periods', deal);
    await multiply('ticket_comments', ticket);
    await multiply('ticket_changes', ticket, { position: 'n + 100' });
    await multiply('consents', contact);
    await multiply('knowledge_faqs', source, { question_key: "'question ' || n" });

    await remove(`/deals/${deal.deal_id}`);
    await remove(`/tickets/${ticket.ticket_id}`);
    await remove(`/contacts/${contact.contact_id}`);
    await remove(`/knowledge/sources/${source.source_id}`);
    for (const table of ['notes', 'deal_periods']) expect(await rowsOf(table, deal)).toEqual([]);
    for (const table of ['ticket_comments', 'ticket_changes']) {
      expect(await rowsOf(table, ticket)).toEqual([]);
    }
    expect(await rowsOf('consents', contact)).toEqual([]);
    expect(await rowsOf('knowledge_faqs', source)).toEqual([]);

    const { message } = await scene.receive();
    await multiply('conversations', { id: message.conversationId }, { thread: 'n + 1' });
    const previous = message.from;
    const current = aPhone();
    const moved = { previous, current };
    await inTransaction(ctx, (ctx) => moveAddress(ctx, 'whatsapp', moved));
    expect(await rowsOf('conversations', { address: previous })).toEqual([]);
    expect(await rowsOf('conversations', { address: current })).toHaveLength(count + 1);

    expect(Math.max(...counts)).toBeGreaterThanOrEqual(500);
    expect(Math.max(...counts)).toBeLessThanOrEqual(most);
  });
});

test('on SQLite, an erasure searches texts of other records outside of its transactions', async () => {
  const server = await startQuiet('SQLite');
  onTestFinished(() => server.close());
  const scene = await createScene(server);
  const { message } = await scene.receive();
  const inTransactions: boolean[] = [];
  const { sqlite } = readTexts;
  const spy = vi.spyOn(readTexts, 'sqlite').mockImplementation((db, given) => {
    inTransactions.push(db.inTransaction);
    return sqlite(db, given);
  });
  onTestFinished(() => spy.mockRestore());
  expect((await scene.call(`DELETE /contacts/${message.contactId}`)).status).toBe(204);
  expect(inTransactions).toContain(false);
  expect(inTransactions).not.toContain(true);
});

/** Collects how many rows each call of a statement writes. */
function watch(statement: typeof writeRows | typeof eraseRows, counts: number[]): void {
  const { sqlite, postgres } = statement as typeof writeRows;
  const watched = statement as typeof writeRows;
  const spies = [
    vi.spyOn(watched, 'sqlite').mockImplementation((...given) => {
      const written = sqlite(...given);
      counts.push(written);
      return written;
    }),
    vi.spyOn(watched, 'postgres').mockImplementation(async (...given) => {
      const written = await postgres(...given);
      counts.push(...written);
      return written;
    }),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
}
