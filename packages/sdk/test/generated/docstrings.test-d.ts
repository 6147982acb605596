// Written by scripts/generate.ts from the docstrings. Checked by tsc, never run.
import { type ApiKey, NotFoundError, Parley, type ParleyError } from '../../src/index.ts';
import { contractValidation } from '../../src/validate.ts';
import { expressWebhook, fetchWebhook, signWebhook, testWebhook, verifyWebhook, verifyWebhookSync } from '../../src/webhooks.ts';

declare const parley: Parley;
declare const id: string, channelId: string, messageId: string, apiKey: string, url: string;
declare const body: string, secret: string, headers: Headers;
declare const leaked: ApiKey;
declare const error: ParleyError;
declare const yesterday: Date, tomorrow: Date;
declare const afterSequence: number;
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

// parley.cannedResponses.list
export async function example7() {
  const { data } = await parley.cannedResponses.list({ q: 'hello', language: ['en'] });
  return [data];
}

// parley.cannedResponses.create
export async function example8() {
  await parley.cannedResponses.create({ shortcut: 'hello', text: 'Hello {{contact.firstName|there}}!' });
}

// parley.cannedResponses.get
export async function example9() {
  const { text } = await parley.cannedResponses.get(id);
  return [text];
}

// parley.cannedResponses.update
export async function example10() {
  await parley.cannedResponses.update(id, { title: 'First greeting' });
}

// parley.cannedResponses.delete
export async function example11() {
  await parley.cannedResponses.delete(id);
}

// parley.channels.list
export async function example12() {
  const [whatsapp] = (await parley.channels.list({ type: 'whatsapp', status: 'active' })).data;
  return [whatsapp];
}

// parley.channels.create
export async function example13() {
  await parley.channels.create({ name: 'Test', type: 'whatsapp', provider: 'sandbox' });
}

// parley.channels.get
export async function example14() {
  const { capabilities } = await parley.channels.get(id);
  return [capabilities];
}

// parley.channels.update
export async function example15() {
  await parley.channels.update(id, { settings: { throttlePerSecond: 20 } });
}

// parley.channels.verify
export async function example16() {
  const { status, verification } = await parley.channels.verify(id);
  return [status, verification];
}

// parley.channels.delete
export async function example17() {
  await parley.channels.delete(id);
}

// parley.channels.enable
export async function example18() {
  await parley.channels.enable(id);
}

// parley.channels.disable
export async function example19() {
  await parley.channels.disable(id);
}

// parley.channels.listInboundFailures
export async function example20() {
  const failed = parley.channels.listInboundFailures(id, { status: 'failed' });
  return [failed];
}

// parley.channels.retryInboundFailure
export async function example21() {
  await parley.channels.retryInboundFailure(id, 'inf_01KAF2H0000000000000000000');
}

// parley.channels.simulateInbound
export async function example22() {
  await parley.channels.simulateInbound(id, { from: '5511987654321', type: 'text', text: 'Hi!' });
}

// parley.channels.simulateStatus
export async function example23() {
  await parley.channels.simulateStatus(id, { messageId, status: 'read' });
}

// parley.contacts.list
export async function example24() {
  for await (const contact of parley.contacts.list({ tag: 'vip' })) console.log(contact.name);
}

// parley.contacts.create
export async function example25() {
  await parley.contacts.create({ name: 'Ana Souza', phone: '+5511987654321' });
}

// parley.contacts.get
export async function example26() {
  const { identities } = await parley.contacts.get(id);
  return [identities];
}

// parley.contacts.update
export async function example27() {
  await parley.contacts.update(id, { tags: ['vip'], metadata: { plan: 'gold' } });
}

// parley.contacts.optOut
export async function example28() {
  await parley.contacts.optOut(id, { scope: 'marketing' });
}

// parley.contacts.optIn
export async function example29() {
  await parley.contacts.optIn(id, { scope: 'marketing', channelType: 'whatsapp' });
}

// parley.contacts.block
export async function example30() {
  await parley.contacts.block(id);
}

// parley.contacts.unblock
export async function example31() {
  await parley.contacts.unblock(id);
}

// parley.conversations.list
export async function example32() {
  for await (const { contact } of parley.conversations.list({ unread: true })) show(contact);
}

// parley.conversations.get
export async function example33() {
  const { window } = await parley.conversations.get(id);
  return [window];
}

// parley.conversations.update
export async function example34() {
  await parley.conversations.update(id, { status: 'snoozed', snoozedUntil: tomorrow });
}

// parley.conversations.markRead
export async function example35() {
  await parley.conversations.markRead(id);
}

// parley.conversations.markUnread
export async function example36() {
  await parley.conversations.markUnread(id);
}

// parley.conversations.listMessages
export async function example37() {
  const { data, nextCursor } = await parley.conversations.listMessages(id, { limit: 20 });
  return [data, nextCursor];
}

// parley.conversations.sendMessage
export async function example38() {
  await parley.conversations.sendMessage(id, { type: 'text', text: 'On its way!' });
}

// parley.eventTypes.all
export async function example39() {
  const { eventTypes } = await parley.eventTypes.all();
  return [eventTypes];
}

// parley.events.list
export async function example40() {
  for await (const event of parley.events.list({ afterSequence })) {
    if (event.type === 'message.received') console.log(event.data.object.text);
  }
}

// parley.events.get
export async function example41() {
  const { type, subject } = await parley.events.get(id);
  return [type, subject];
}

// parley.knowledgeFaqs.list
export async function example42() {
  const [best] = (await parley.knowledgeFaqs.list({ q: 'when does my parcel come?' })).data;
  const isSure = best?.confidence === 'exact' || best?.confidence === 'high';
  return [best, isSure];
}

// parley.knowledgeFaqs.create
export async function example43() {
  await parley.knowledgeFaqs.create({
    question: 'How long does delivery take?',
    alternateQuestions: ['When will my order arrive?'],
    answer: 'Two working days within the city, five elsewhere.',
  });
}

// parley.knowledgeFaqs.batch
export async function example44() {
  const items = [{ externalId: '17', question: 'Do you ship abroad?', answer: 'Yes.' }];
  const { results } = await parley.knowledgeFaqs.batch({ items });
  for (const { index, error } of results) if (error) console.error(index, error.message);
  return [items, results];
}

// parley.knowledgeFaqs.get
export async function example45() {
  const { hitCount, helpfulCount, unhelpfulCount } = await parley.knowledgeFaqs.get(id);
  return [hitCount, helpfulCount, unhelpfulCount];
}

// parley.knowledgeFaqs.update
export async function example46() {
  await parley.knowledgeFaqs.update(id, { status: 'archived' });
}

// parley.knowledgeFaqs.delete
export async function example47() {
  await parley.knowledgeFaqs.delete(id);
}

// parley.knowledgeFaqs.feedback
export async function example48() {
  await parley.knowledgeFaqs.feedback(id, { helpful: true });
}

// parley.knowledgeSources.list
export async function example49() {
  const { data } = await parley.knowledgeSources.list({ q: 'can I send it back?', limit: 3 });
  for (const { title, score, snippets } of data) console.log(score, title, snippets[0]?.text);
  return [data];
}

// parley.knowledgeSources.create
export async function example50() {
  const content = '# Returns\n\nSend it back within 30 days.';
  await parley.knowledgeSources.create({ type: 'markdown', title: 'Help', content });
  return [content];
}

// parley.knowledgeSources.get
export async function example51() {
  const { status, error, content } = await parley.knowledgeSources.get(id);
  return [status, error, content];
}

// parley.knowledgeSources.update
export async function example52() {
  await parley.knowledgeSources.update(id, { status: 'archived' });
}

// parley.knowledgeSources.delete
export async function example53() {
  await parley.knowledgeSources.delete(id);
}

// parley.knowledgeSources.reindex
export async function example54() {
  const { status } = await parley.knowledgeSources.reindex(id);
  return [status];
}

// parley.knowledgeSources.listChunks
export async function example55() {
  for await (const { headings, text } of parley.knowledgeSources.listChunks(id)) {
    console.log(headings.join(' > '), text.length);
  }
}

// parley.media.upload
export async function example56() {
  const { id } = await parley.media.upload(new Blob(['Hello']), { filename: 'hello.txt' });
  return [id];
}

// parley.media.get
export async function example57() {
  const { url, mimeType } = await parley.media.get(id);
  return [url, mimeType];
}

// parley.media.download
export async function example58() {
  const blob = await parley.media.download(id);
  return [blob];
}

// parley.media.delete
export async function example59() {
  await parley.media.delete(id);
}

// parley.messages.send
export async function example60() {
  await parley.messages.send({ channelId, to: '5511987654321', type: 'text', text: 'Hello' });
}

// parley.messages.list
export async function example61() {
  const failed = await parley.messages.list({ status: 'failed' }).toArray({ limit: 50 });
  return [failed];
}

// parley.messages.get
export async function example62() {
  const { status, error } = await parley.messages.get(id);
  return [status, error];
}

// parley.messages.listEvents
export async function example63() {
  for await (const { type, at } of parley.messages.listEvents(id)) console.log(at, type);
}

// parley.messages.cancel
export async function example64() {
  await parley.messages.cancel(id);
}

// parley.messages.retry
export async function example65() {
  await parley.messages.retry(id);
}

// parley.templates.list
export async function example66() {
  const { data } = await parley.templates.list(channelId, { status: ['approved'] });
  return [data];
}

// parley.templates.create
export async function example67() {
  await parley.templates.create(channelId, {
    name: 'order_update', language: 'en_US', category: 'utility',
    components: [{ type: 'body', text: 'Hello {{1}}, your order is on its way.' }],
    examples: { 1: 'Ana' },
  });
}

// parley.templates.get
export async function example68() {
  const { status, variables } = await parley.templates.get(channelId, id);
  return [status, variables];
}

// parley.templates.update
export async function example69() {
  await parley.templates.update(channelId, id, {
    components: [{ type: 'body', text: 'Hello {{1}}, your order has left.' }],
    examples: { 1: 'Ana' },
  });
}

// parley.templates.delete
export async function example70() {
  await parley.templates.delete(channelId, id);
}

// parley.templates.sync
export async function example71() {
  await parley.templates.sync(channelId);
}

// parley.templates.preview
export async function example72() {
  const { text } = await parley.templates.preview(channelId, id, { variables: { 1: 'Ana' } });
  return [text];
}

// parley.tenants.current
export async function example73() {
  const { name, timezone } = await parley.tenants.current();
  return [name, timezone];
}

// parley.webhookDeliveries.get
export async function example74() {
  const { status, attempts } = await parley.webhookDeliveries.get(id);
  return [status, attempts];
}

// parley.webhookDeliveries.redeliver
export async function example75() {
  await parley.webhookDeliveries.redeliver(id);
}

// parley.webhookEndpoints.list
export async function example76() {
  const failing = (await parley.webhookEndpoints.list()).data.filter((one) => one.failingSince);
  return [failing];
}

// parley.webhookEndpoints.create
export async function example77() {
  const { id, secret } = await parley.webhookEndpoints.create({ url, events: ['message.*'] });
  return [id, secret];
}

// parley.webhookEndpoints.get
export async function example78() {
  const { status, disabledReason } = await parley.webhookEndpoints.get(id);
  return [status, disabledReason];
}

// parley.webhookEndpoints.update
export async function example79() {
  await parley.webhookEndpoints.update(id, { events: ['*'], headers: { 'x-stage': 'test' } });
}

// parley.webhookEndpoints.delete
export async function example80() {
  await parley.webhookEndpoints.delete(id);
}

// parley.webhookEndpoints.getSecret
export async function example81() {
  const { secret, previous } = await parley.webhookEndpoints.getSecret(id);
  const secrets = [secret, ...previous.map((old) => old.secret)];
  return [secret, previous, secrets];
}

// parley.webhookEndpoints.rotateSecret
export async function example82() {
  const { secret } = await parley.webhookEndpoints.rotateSecret(id, { overlapHours: 48 });
  return [secret];
}

// parley.webhookEndpoints.enable
export async function example83() {
  await parley.webhookEndpoints.enable(id);
}

// parley.webhookEndpoints.disable
export async function example84() {
  await parley.webhookEndpoints.disable(id);
}

// parley.webhookEndpoints.test
export async function example85() {
  const { delivered, error } = await parley.webhookEndpoints.test(id, { type: 'message.received' });
  return [delivered, error];
}

// parley.webhookEndpoints.replay
export async function example86() {
  const { count } = await parley.webhookEndpoints.replay(id, { since: yesterday });
  return [count];
}

// parley.webhookEndpoints.listDeliveries
export async function example87() {
  for await (const { eventType, lastAttempt } of parley.webhookEndpoints.listDeliveries(id, {
    status: ['retrying', 'exhausted'],
  })) {
    console.log(eventType, lastAttempt?.error?.message);
  }
}

// call.withMeta
export async function example88() {
  const { data, requestId, rateLimit } = await parley.messages.get(id).withMeta();
  return [data, requestId, rateLimit];
}

// call.asResponse
export async function example89() {
  const response = await parley.messages.get(id).asResponse();
  return [response];
}

// call.safe
export async function example90() {
  const result = await parley.messages.get(id).safe();
  if (!result.ok) console.error(result.error.code);
  return [result];
}

// list.pages
export async function example91() {
  for await (const { data } of parley.contacts.list().pages({ prefetch: 1 })) save(data);
}

// list.toArray
export async function example92() {
  const contacts = await parley.contacts.list().toArray({ limit: 1_000 });
  return [contacts];
}

// ParleyError.is
export async function example93() {
  if (NotFoundError.is(error)) show(error.requestId);
}

// error.hasCode
export async function example94() {
  if (error.hasCode('SVC-WINDOW-CLOSED')) show(error.details.closedAt);
}

// error.toJSON
export async function example95() {
  save(JSON.stringify(error));
}

// verifyWebhook
export async function example96() {
  const event = await verifyWebhook(request, { secrets: [secret] });
  if (event.type === 'message.received') console.log(event.data.object.text);
  return [event];
}

// verifyWebhookSync
export async function example97() {
  const event = verifyWebhookSync({ body, headers }, { secrets: [secret] });
  return [event];
}

// expressWebhook
export async function example98() {
  app.post('/webhooks', expressWebhook({ secrets: [secret] }, (event) => queue.add(event)));
}

// fetchWebhook
export async function example99() {
  const POST = fetchWebhook({ secrets: [secret] }, (event) => queue.send(event));
  return [POST];
}

// signWebhook
export async function example100() {
  const headers = await signWebhook(body, { secrets: [secret] });
  return [headers];
}

// testWebhook
export async function example101() {
  const object = { text: 'Hello', conversationId: 'cnv_1' };
  const delivery = await testWebhook({ type: 'message.received', data: { object } }, { secrets: [secret] });
  await fetch(url, { method: 'POST', ...delivery });
  return [object, delivery];
}

// contractValidation
export async function example102() {
  const parley = new Parley({ validate: contractValidation() });
  return [parley];
}
