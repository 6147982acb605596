// Written by scripts/generate.ts from the docstrings. Checked by tsc, never run.
import { type ApiKey, Parley } from '../../src/index.ts';
import { contractValidation } from '../../src/validate.ts';
import { expressWebhook, fetchWebhook, signWebhook, testWebhook, verifyWebhook } from '../../src/webhooks.ts';

declare const parley: Parley;
declare const id: string, channelId: string, messageId: string, apiKey: string, url: string;
declare const body: string, secret: string;
declare const leaked: ApiKey;
declare const tomorrow: Date;
declare const request: Request;
declare const queue: Record<'add' | 'send', (event: unknown) => Promise<void>>;
declare const app: { post(path: string, handler: unknown): void };
declare function show(value: unknown): void;
declare function save(value: unknown): void;

// new Parley
export async function example1() {
  const parley = new Parley({ apiKey });
  return [parley];
}

// parley.with
export async function example2() {
  const impatient = parley.with({ timeoutMs: 2_000, maxRetries: 0 });
  return [impatient];
}

// parley.request
export async function example3() {
  await parley.request({ method: 'GET', path: '/api/v1/new-thing' });
}

// parley.apiKeys.list
export async function example4() {
  for await (const key of parley.apiKeys.list({ status: 'active' })) console.log(key.hint);
}

// parley.apiKeys.current
export async function example5() {
  const { rateLimit, expiresAt } = await parley.apiKeys.current();
  return [rateLimit, expiresAt];
}

// parley.apiKeys.revoke
export async function example6() {
  await parley.apiKeys.revoke(leaked.id);
}

// parley.channels.list
export async function example7() {
  const [whatsapp] = (await parley.channels.list({ type: 'whatsapp', status: 'active' })).data;
  return [whatsapp];
}

// parley.channels.create
export async function example8() {
  await parley.channels.create({ name: 'Test', type: 'whatsapp', provider: 'sandbox' });
}

// parley.channels.get
export async function example9() {
  const { capabilities } = await parley.channels.get(id);
  return [capabilities];
}

// parley.channels.update
export async function example10() {
  await parley.channels.update(id, { settings: { throttlePerSecond: 20 } });
}

// parley.channels.delete
export async function example11() {
  await parley.channels.delete(id);
}

// parley.channels.enable
export async function example12() {
  await parley.channels.enable(id);
}

// parley.channels.disable
export async function example13() {
  await parley.channels.disable(id);
}

// parley.channels.simulateInbound
export async function example14() {
  await parley.channels.simulateInbound(id, { from: '5511987654321', type: 'text', text: 'Hi!' });
}

// parley.channels.simulateStatus
export async function example15() {
  await parley.channels.simulateStatus(id, { messageId, status: 'read' });
}

// parley.contacts.list
export async function example16() {
  for await (const contact of parley.contacts.list({ tag: 'vip' })) console.log(contact.name);
}

// parley.contacts.create
export async function example17() {
  await parley.contacts.create({ name: 'Ana Souza', phone: '+5511987654321' });
}

// parley.contacts.get
export async function example18() {
  const { identities } = await parley.contacts.get(id);
  return [identities];
}

// parley.contacts.update
export async function example19() {
  await parley.contacts.update(id, { tags: ['vip'], metadata: { plan: 'gold' } });
}

// parley.conversations.list
export async function example20() {
  for await (const { contact } of parley.conversations.list({ unread: true })) show(contact);
}

// parley.conversations.get
export async function example21() {
  const { window } = await parley.conversations.get(id);
  return [window];
}

// parley.conversations.update
export async function example22() {
  await parley.conversations.update(id, { status: 'snoozed', snoozedUntil: tomorrow });
}

// parley.conversations.markRead
export async function example23() {
  await parley.conversations.markRead(id);
}

// parley.conversations.markUnread
export async function example24() {
  await parley.conversations.markUnread(id);
}

// parley.conversations.listMessages
export async function example25() {
  const { data, nextCursor } = await parley.conversations.listMessages(id, { limit: 20 });
  return [data, nextCursor];
}

// parley.conversations.sendMessage
export async function example26() {
  await parley.conversations.sendMessage(id, { type: 'text', text: 'On its way!' });
}

// parley.messages.send
export async function example27() {
  await parley.messages.send({ channelId, to: '5511987654321', type: 'text', text: 'Hello' });
}

// parley.messages.list
export async function example28() {
  const failed = await parley.messages.list({ status: 'failed' }).toArray({ limit: 50 });
  return [failed];
}

// parley.messages.get
export async function example29() {
  const { status, error } = await parley.messages.get(id);
  return [status, error];
}

// parley.messages.listEvents
export async function example30() {
  for await (const { type, at } of parley.messages.listEvents(id)) console.log(at, type);
}

// parley.messages.cancel
export async function example31() {
  await parley.messages.cancel(id);
}

// parley.messages.retry
export async function example32() {
  await parley.messages.retry(id);
}

// parley.tenants.current
export async function example33() {
  const { name, timezone } = await parley.tenants.current();
  return [name, timezone];
}

// call.withMeta
export async function example34() {
  const { data, requestId, rateLimit } = await parley.messages.get(id).withMeta();
  return [data, requestId, rateLimit];
}

// call.safe
export async function example35() {
  const result = await parley.messages.get(id).safe();
  if (!result.ok) console.error(result.error.code);
  return [result];
}

// list.pages
export async function example36() {
  for await (const { data } of parley.contacts.list().pages({ prefetch: 1 })) save(data);
}

// list.toArray
export async function example37() {
  const contacts = await parley.contacts.list().toArray({ limit: 1_000 });
  return [contacts];
}

// verifyWebhook
export async function example38() {
  const event = await verifyWebhook(request, { secrets: [secret] });
  if (event.type === 'message.received') console.log(event.data.object.text);
  return [event];
}

// expressWebhook
export async function example39() {
  app.post('/webhooks', expressWebhook({ secrets: [secret] }, (event) => queue.add(event)));
}

// fetchWebhook
export async function example40() {
  const POST = fetchWebhook({ secrets: [secret] }, (event) => queue.send(event));
  return [POST];
}

// signWebhook
export async function example41() {
  const headers = await signWebhook(body, { secrets: [secret] });
  return [headers];
}

// testWebhook
export async function example42() {
  const object = { text: 'Hello', conversationId: 'cnv_1' };
  const delivery = await testWebhook({ type: 'message.received', data: { object } }, { secrets: [secret] });
  await fetch(url, { method: 'POST', ...delivery });
  return [object, delivery];
}

// contractValidation
export async function example43() {
  const parley = new Parley({ validate: contractValidation() });
  return [parley];
}
