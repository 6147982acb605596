import { copyRow } from './copy-rows.ts';
import type { Scene } from './scene.ts';
import type { TestServer } from './start-server.ts';

let ticketNumbers = 1_000;

/** Makes a contact with so many conversations, notes, deals and tickets, and one ticket with as many comments. Returns its ID. */
export async function aContactWithRecords(
  server: TestServer,
  scene: Scene,
  count: number,
): Promise<string> {
  const { conversationId, contactId } = (await scene.receive()).message;
  const made = async (request: string, body: object) => {
    const { status, json } = await scene.call<{ id: string }>(request, { ...body, contactId });
    if (status !== 201) throw new Error(`${request} answered ${status}`);
    return json.id;
  };
  const tickets = await made('POST /tickets', { subject: 'Help' });
  const comment = { body: 'Please', visibility: 'public' };
  const ids = {
    conversations: conversationId,
    notes: await made(`POST /contacts/${contactId}/notes`, { body: 'Called' }),
    deals: await made('POST /deals', { title: 'Renewal' }),
    tickets,
    ticket_comments: await made(`POST /tickets/${tickets}/comments`, comment),
  };
  const numbers: Record<string, Record<string, string>> = {
    conversations: { thread: 'n + 1' },
    tickets: { number: `n + ${ticketNumbers}` },
  };
  ticketNumbers += count;
  for (const [table, id] of Object.entries(ids)) {
    const copies = { count: count - 1, prefix: id.slice(0, -6), cells: numbers[table] ?? {} };
    await copyRow(server, { table, id }, copies);
  }
  return contactId;
}
