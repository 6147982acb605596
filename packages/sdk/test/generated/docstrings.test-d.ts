// Written by scripts/generate.ts from the docstrings. Checked by tsc, never run.
import { type ApiKey, NotFoundError, Parley, type ParleyError } from '../../src/index.ts';
import { contractValidation } from '../../src/validate.ts';
import { expressWebhook, fetchWebhook, signWebhook, testWebhook, verifyWebhook, verifyWebhookSync } from '../../src/webhooks.ts';

declare const parley: Parley;
declare const id: string, channelId: string, contactId: string, messageId: string, pipelineId: string, stageId: string, ticketId: string, grantId: string, apiKeyId: string, agencyId: string, conversationId: string, dealId: string, apiKey: string, url: string;
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

// parley.agencies.current
export async function example4() {
  const { counts, limits } = await parley.agencies.current();
  return [counts, limits];
}

// parley.agencies.update
export async function example5() {
  await parley.agencies.update({ branding: { productName: 'Norte Desk', primaryColor: '#1f883d' } });
}

// parley.agencyClients.list
export async function example6() {
  for await (const { name, grant } of parley.agencyClients.list()) console.log(name, grant?.status);
}

// parley.agencyClients.create
export async function example7() {
  const { id, secret } = await parley.agencyClients.create({
    name: 'Padaria Aurora', grant: { permissions: ['manage', 'keys'] }, issueKey: { name: 'Dashboard' },
  });
  return [id, secret];
}

// parley.agencyClients.get
export async function example8() {
  const { timezone } = await parley.agencyClients.get(id);
  return [timezone];
}

// parley.agencyClients.update
export async function example9() {
  await parley.agencyClients.update(id, { metadata: { plan: 'gold' } });
}

// parley.agencyClients.inviteOwner
export async function example10() {
  const { invitationToken } = await parley.agencyClients.inviteOwner(id, { name: 'Bo Berg', email: 'bo@example.com' });
  return [invitationToken];
}

// parley.agencyClients.usage
export async function example11() {
  const { messages } = await parley.agencyClients.usage(id, { from: '2026-11-01', to: '2026-12-01' });
  return [messages];
}

// parley.agencyClients.archive
export async function example12() {
  await parley.agencyClients.archive(id);
}

// parley.agencyClients.suspend
export async function example13() {
  await parley.agencyClients.suspend(id, { reason: 'Unpaid since August' });
}

// parley.agencyClients.reactivate
export async function example14() {
  await parley.agencyClients.reactivate(id);
}

// parley.agencyClients.listGrants
export async function example15() {
  for await (const { permissions } of parley.agencyClients.listGrants(id)) console.log(permissions);
}

// parley.agencyClients.createGrant
export async function example16() {
  await parley.agencyClients.createGrant(id, { permissions: ['keys'] });
}

// parley.agencyClients.getGrant
export async function example17() {
  const { expiresAt } = await parley.agencyClients.getGrant(id, grantId);
  return [expiresAt];
}

// parley.agencyClients.revokeGrant
export async function example18() {
  await parley.agencyClients.revokeGrant(id, grantId);
}

// parley.agencyClients.listApiKeys
export async function example19() {
  for await (const { hint } of parley.agencyClients.listApiKeys(id)) console.log(hint);
}

// parley.agencyClients.issueApiKey
export async function example20() {
  const { secret } = await parley.agencyClients.issueApiKey(id, { name: 'Dashboard' });
  return [secret];
}

// parley.agencyClients.getApiKey
export async function example21() {
  const { lastUsedAt } = await parley.agencyClients.getApiKey(id, apiKeyId);
  return [lastUsedAt];
}

// parley.agencyClients.revokeApiKey
export async function example22() {
  await parley.agencyClients.revokeApiKey(id, apiKeyId);
}

// parley.agencyGrants.list
export async function example23() {
  for await (const { agencyId } of parley.agencyGrants.list({ status: 'active' })) console.log(agencyId);
}

// parley.agencyGrants.create
export async function example24() {
  await parley.agencyGrants.create({ agencyId, permissions: ['keys'] });
}

// parley.agencyGrants.get
export async function example25() {
  const { status } = await parley.agencyGrants.get(id);
  return [status];
}

// parley.agencyGrants.revoke
export async function example26() {
  await parley.agencyGrants.revoke(id);
}

// parley.apiKeys.list
export async function example27() {
  for await (const key of parley.apiKeys.list({ status: 'active' })) console.log(key.hint);
}

// parley.apiKeys.current
export async function example28() {
  const { rateLimit, expiresAt } = await parley.apiKeys.current();
  return [rateLimit, expiresAt];
}

// parley.apiKeys.revoke
export async function example29() {
  await parley.apiKeys.revoke(leaked.id);
}

// parley.auditLog.list
export async function example30() {
  const { data } = await parley.auditLog.list({ action: 'api_key.revoked' });
  return [data];
}

// parley.cannedResponses.list
export async function example31() {
  const { data } = await parley.cannedResponses.list({ q: 'hello', language: ['en'] });
  return [data];
}

// parley.cannedResponses.create
export async function example32() {
  await parley.cannedResponses.create({ shortcut: 'hello', text: 'Hello {{contact.firstName|there}}!' });
}

// parley.cannedResponses.get
export async function example33() {
  const { text } = await parley.cannedResponses.get(id);
  return [text];
}

// parley.cannedResponses.update
export async function example34() {
  await parley.cannedResponses.update(id, { title: 'First greeting' });
}

// parley.cannedResponses.delete
export async function example35() {
  await parley.cannedResponses.delete(id);
}

// parley.channels.list
export async function example36() {
  const [whatsapp] = (await parley.channels.list({ type: 'whatsapp', status: 'active' })).data;
  return [whatsapp];
}

// parley.channels.create
export async function example37() {
  await parley.channels.create({ name: 'Test', type: 'whatsapp', provider: 'sandbox' });
}

// parley.channels.get
export async function example38() {
  const { capabilities } = await parley.channels.get(id);
  return [capabilities];
}

// parley.channels.update
export async function example39() {
  await parley.channels.update(id, { settings: { throttlePerSecond: 20 } });
}

// parley.channels.verify
export async function example40() {
  const { status, verification } = await parley.channels.verify(id);
  return [status, verification];
}

// parley.channels.delete
export async function example41() {
  await parley.channels.delete(id);
}

// parley.channels.enable
export async function example42() {
  await parley.channels.enable(id);
}

// parley.channels.disable
export async function example43() {
  await parley.channels.disable(id);
}

// parley.channels.listInboundFailures
export async function example44() {
  const failed = parley.channels.listInboundFailures(id, { status: 'failed' });
  return [failed];
}

// parley.channels.retryInboundFailure
export async function example45() {
  await parley.channels.retryInboundFailure(id, 'inf_01KAF2H0000000000000000000');
}

// parley.channels.simulateInbound
export async function example46() {
  await parley.channels.simulateInbound(id, { from: '5511987654321', type: 'text', text: 'Hi!' });
}

// parley.channels.simulateStatus
export async function example47() {
  await parley.channels.simulateStatus(id, { messageId, status: 'read' });
}

// parley.contactImports.list
export async function example48() {
  const { data } = await parley.contactImports.list({ status: ['running'] });
  return [data];
}

// parley.contactImports.create
export async function example49() {
  const { id } = await parley.contactImports.create(new Blob(['phone,name\n+14155550123,Ana']));
  return [id];
}

// parley.contactImports.get
export async function example50() {
  const { status, processed, total } = await parley.contactImports.get(id);
  return [status, processed, total];
}

// parley.contactImports.wait
export async function example51() {
  const { created, failed } = await parley.contactImports.wait(id, { onProgress: show });
  return [created, failed];
}

// parley.contactImports.listErrors
export async function example52() {
  for await (const { row, field, message } of parley.contactImports.listErrors(id)) console.log(row, field, message);
}

// parley.contactImports.cancel
export async function example53() {
  await parley.contactImports.cancel(id);
}

// parley.contacts.list
export async function example54() {
  for await (const contact of parley.contacts.list({ tag: 'vip' })) console.log(contact.name);
}

// parley.contacts.export
export async function example55() {
  const { body } = await parley.contacts.export({ tag: 'vip' }).asResponse();
  return [body];
}

// parley.contacts.create
export async function example56() {
  await parley.contacts.create({ name: 'Ana Souza', phone: '+5511987654321' });
}

// parley.contacts.upsert
export async function example57() {
  const { contact, created } = await parley.contacts.upsert({ externalId: 'customer-1042', name: 'Ana Lima' });
  return [contact, created];
}

// parley.contacts.batch
export async function example58() {
  const items = [{ externalId: 'customer-1', name: 'Ana' }, { externalId: 'customer-2', name: 'Bruno' }];
  const { results } = await parley.contacts.batch({ items });
  const failed = results.filter(({ status }) => status === 'error');
  return [items, results, failed];
}

// parley.contacts.merge
export async function example59() {
  const contact = await parley.contacts.merge({ primaryId: id, duplicateId: contactId });
  return [contact];
}

// parley.contacts.get
export async function example60() {
  const { identities } = await parley.contacts.get(id);
  return [identities];
}

// parley.contacts.update
export async function example61() {
  await parley.contacts.update(id, { tags: ['vip'], metadata: { plan: 'gold' } });
}

// parley.contacts.delete
export async function example62() {
  await parley.contacts.delete(id);
}

// parley.contacts.optOut
export async function example63() {
  await parley.contacts.optOut(id, { scope: 'marketing' });
}

// parley.contacts.optIn
export async function example64() {
  await parley.contacts.optIn(id, { scope: 'marketing', channelType: 'whatsapp' });
}

// parley.contacts.listConsents
export async function example65() {
  const { data } = await parley.contacts.listConsents(id, { scope: ['marketing'] });
  return [data];
}

// parley.contacts.block
export async function example66() {
  await parley.contacts.block(id);
}

// parley.contacts.unblock
export async function example67() {
  await parley.contacts.unblock(id);
}

// parley.contacts.archive
export async function example68() {
  await parley.contacts.archive(id);
}

// parley.contacts.unarchive
export async function example69() {
  await parley.contacts.unarchive(id);
}

// parley.contacts.addTags
export async function example70() {
  const { tags } = await parley.contacts.addTags(id, { tags: ['vip'] });
  return [tags];
}

// parley.contacts.removeTag
export async function example71() {
  await parley.contacts.removeTag(id, 'vip');
}

// parley.conversations.list
export async function example72() {
  for await (const { contact } of parley.conversations.list({ unread: true })) show(contact);
}

// parley.conversations.create
export async function example73() {
  const { id } = await parley.conversations.create({ channelId, contactId });
  return [id];
}

// parley.conversations.get
export async function example74() {
  const { window } = await parley.conversations.get(id);
  return [window];
}

// parley.conversations.update
export async function example75() {
  await parley.conversations.update(id, { status: 'snoozed', snoozedUntil: tomorrow });
}

// parley.conversations.markRead
export async function example76() {
  await parley.conversations.markRead(id);
}

// parley.conversations.markUnread
export async function example77() {
  await parley.conversations.markUnread(id);
}

// parley.conversations.typing
export async function example78() {
  await parley.conversations.typing(id);
}

// parley.conversations.listMessages
export async function example79() {
  const { data, nextCursor } = await parley.conversations.listMessages(id, { limit: 20 });
  return [data, nextCursor];
}

// parley.conversations.sendMessage
export async function example80() {
  await parley.conversations.sendMessage(id, { type: 'text', text: 'On its way!' });
}

// parley.customFields.list
export async function example81() {
  const { data } = await parley.customFields.list({ entity: ['contact'] });
  return [data];
}

// parley.customFields.create
export async function example82() {
  await parley.customFields.create({ entity: 'contact', key: 'birthday', label: 'Birthday', type: 'date' });
}

// parley.customFields.get
export async function example83() {
  const { options } = await parley.customFields.get(id);
  return [options];
}

// parley.customFields.update
export async function example84() {
  await parley.customFields.update(id, { options: ['silver', 'gold', 'platinum'] });
}

// parley.customFields.delete
export async function example85() {
  await parley.customFields.delete(id, { force: true });
}

// parley.deals.list
export async function example86() {
  const { data } = await parley.deals.list({ status: ['open'], sort: '-value' });
  return [data];
}

// parley.deals.create
export async function example87() {
  await parley.deals.create({ title: 'Catering for 80 people', value: 4_800, currency: 'BRL' });
}

// parley.deals.get
export async function example88() {
  const { status, stageId } = await parley.deals.get(id);
  return [status, stageId];
}

// parley.deals.update
export async function example89() {
  await parley.deals.update(id, { status: 'lost', lostReason: 'Too expensive' });
}

// parley.deals.delete
export async function example90() {
  await parley.deals.delete(id);
}

// parley.deals.listHistory
export async function example91() {
  const { data } = await parley.deals.listHistory(id);
  return [data];
}

// parley.eventTypes.all
export async function example92() {
  const { eventTypes } = await parley.eventTypes.all();
  return [eventTypes];
}

// parley.events.list
export async function example93() {
  for await (const event of parley.events.list({ afterSequence })) {
    if (event.type === 'message.received') console.log(event.data.object.text);
  }
}

// parley.events.get
export async function example94() {
  const { type, subject } = await parley.events.get(id);
  return [type, subject];
}

// parley.identities.link
export async function example95() {
  const contact = await parley.identities.link(contactId, { channelType: 'whatsapp', address: '+5511987654321' });
  return [contact];
}

// parley.identities.unlink
export async function example96() {
  await parley.identities.unlink(contactId, id);
}

// parley.knowledgeFaqs.list
export async function example97() {
  const [best] = (await parley.knowledgeFaqs.list({ q: 'when does my parcel come?' })).data;
  const isSure = best?.confidence === 'exact' || best?.confidence === 'high';
  return [best, isSure];
}

// parley.knowledgeFaqs.create
export async function example98() {
  await parley.knowledgeFaqs.create({
    question: 'How long does delivery take?',
    alternateQuestions: ['When will my order arrive?'],
    answer: 'Two working days within the city, five elsewhere.',
  });
}

// parley.knowledgeFaqs.batch
export async function example99() {
  const items = [{ externalId: '17', question: 'Do you ship abroad?', answer: 'Yes.' }];
  const { results } = await parley.knowledgeFaqs.batch({ items });
  for (const { index, error } of results) if (error) console.error(index, error.message);
  return [items, results];
}

// parley.knowledgeFaqs.get
export async function example100() {
  const { hitCount, helpfulCount, unhelpfulCount } = await parley.knowledgeFaqs.get(id);
  return [hitCount, helpfulCount, unhelpfulCount];
}

// parley.knowledgeFaqs.update
export async function example101() {
  await parley.knowledgeFaqs.update(id, { status: 'archived' });
}

// parley.knowledgeFaqs.delete
export async function example102() {
  await parley.knowledgeFaqs.delete(id);
}

// parley.knowledgeFaqs.feedback
export async function example103() {
  await parley.knowledgeFaqs.feedback(id, { helpful: true });
}

// parley.knowledgeSources.list
export async function example104() {
  const { data } = await parley.knowledgeSources.list({ q: 'can I send it back?', limit: 3 });
  for (const { title, score, snippets } of data) console.log(score, title, snippets[0]?.text);
  return [data];
}

// parley.knowledgeSources.create
export async function example105() {
  const content = '# Returns\n\nSend it back within 30 days.';
  await parley.knowledgeSources.create({ type: 'markdown', title: 'Help', content });
  return [content];
}

// parley.knowledgeSources.get
export async function example106() {
  const { status, error, content } = await parley.knowledgeSources.get(id);
  return [status, error, content];
}

// parley.knowledgeSources.update
export async function example107() {
  await parley.knowledgeSources.update(id, { status: 'archived' });
}

// parley.knowledgeSources.delete
export async function example108() {
  await parley.knowledgeSources.delete(id);
}

// parley.knowledgeSources.reindex
export async function example109() {
  const { status } = await parley.knowledgeSources.reindex(id);
  return [status];
}

// parley.knowledgeSources.listChunks
export async function example110() {
  for await (const { headings, text } of parley.knowledgeSources.listChunks(id)) {
    console.log(headings.join(' > '), text.length);
  }
}

// parley.media.upload
export async function example111() {
  const { id } = await parley.media.upload(new Blob(['Hello']), { filename: 'hello.txt' });
  return [id];
}

// parley.media.get
export async function example112() {
  const { url, mimeType } = await parley.media.get(id);
  return [url, mimeType];
}

// parley.media.download
export async function example113() {
  const blob = await parley.media.download(id);
  return [blob];
}

// parley.media.delete
export async function example114() {
  await parley.media.delete(id);
}

// parley.members.list
export async function example115() {
  const { data } = await parley.members.list({ active: true });
  return [data];
}

// parley.members.get
export async function example116() {
  const { name, role } = await parley.members.get(id);
  return [name, role];
}

// parley.messages.send
export async function example117() {
  await parley.messages.send({ channelId, to: '5511987654321', type: 'text', text: 'Hello' });
}

// parley.messages.list
export async function example118() {
  const failed = await parley.messages.list({ status: 'failed' }).toArray({ limit: 50 });
  return [failed];
}

// parley.messages.get
export async function example119() {
  const { status, error } = await parley.messages.get(id);
  return [status, error];
}

// parley.messages.listEvents
export async function example120() {
  for await (const { type, at } of parley.messages.listEvents(id)) console.log(at, type);
}

// parley.messages.cancel
export async function example121() {
  await parley.messages.cancel(id);
}

// parley.messages.retry
export async function example122() {
  await parley.messages.retry(id);
}

// parley.notes.listOfContact
export async function example123() {
  const { data } = await parley.notes.listOfContact(contactId, { pinned: true });
  return [data];
}

// parley.notes.createOnContact
export async function example124() {
  await parley.notes.createOnContact(contactId, { body: 'Prefers to be called after 18:00.' });
}

// parley.notes.listOfConversation
export async function example125() {
  const { data } = await parley.notes.listOfConversation(conversationId);
  return [data];
}

// parley.notes.createOnConversation
export async function example126() {
  await parley.notes.createOnConversation(conversationId, { body: 'Waits for the courier.' });
}

// parley.notes.listOfDeal
export async function example127() {
  const { data } = await parley.notes.listOfDeal(dealId);
  return [data];
}

// parley.notes.createOnDeal
export async function example128() {
  await parley.notes.createOnDeal(dealId, { body: 'Asks for a discount of 5 %.', pinned: true });
}

// parley.notes.get
export async function example129() {
  const { subject, body } = await parley.notes.get(id);
  return [subject, body];
}

// parley.notes.update
export async function example130() {
  await parley.notes.update(id, { pinned: false });
}

// parley.notes.delete
export async function example131() {
  await parley.notes.delete(id);
}

// parley.pipelines.list
export async function example132() {
  const { data } = await parley.pipelines.list();
  return [data];
}

// parley.pipelines.create
export async function example133() {
  await parley.pipelines.create({ name: 'Renewals', stages: [{ name: 'Due' }, { name: 'Won', kind: 'won' }] });
}

// parley.pipelines.get
export async function example134() {
  const { stages } = await parley.pipelines.get(id);
  return [stages];
}

// parley.pipelines.update
export async function example135() {
  await parley.pipelines.update(id, { isDefault: true });
}

// parley.pipelines.delete
export async function example136() {
  await parley.pipelines.delete(id, { moveDealsTo: stageId });
}

// parley.pipelines.summary
export async function example137() {
  const { stages } = await parley.pipelines.summary(id);
  return [stages];
}

// parley.pipelines.reorderStages
export async function example138() {
  const { stages } = await parley.pipelines.get(id);
  await parley.pipelines.reorderStages(id, { stageIds: stages.map((stage) => stage.id).reverse() });
  return [stages];
}

// parley.reports.messages
export async function example139() {
  const { series } = await parley.reports.messages({ from: '2026-11-01', to: '2026-12-01', groupBy: 'channel' });
  return [series];
}

// parley.reports.conversations
export async function example140() {
  const { series } = await parley.reports.conversations({ from: '2026-11-01', to: '2026-12-01', groupBy: 'member' });
  return [series];
}

// parley.reports.tickets
export async function example141() {
  const { series } = await parley.reports.tickets({ from: '2026-11-01', to: '2026-12-01', interval: 'week' });
  return [series];
}

// parley.reports.deals
export async function example142() {
  const { series } = await parley.reports.deals({ from: '2026-11-01', to: '2026-12-01', groupBy: 'pipeline' });
  return [series];
}

// parley.segments.list
export async function example143() {
  for await (const { id, name } of parley.segments.list()) console.log(id, name);
}

// parley.segments.create
export async function example144() {
  await parley.segments.create({ name: 'VIP customers', filter: { tag: ['vip'], lifecycle: ['customer'] } });
}

// parley.segments.get
export async function example145() {
  const { filter } = await parley.segments.get(id);
  return [filter];
}

// parley.segments.update
export async function example146() {
  await parley.segments.update(id, { filter: { tag: ['vip', 'wholesale'] } });
}

// parley.segments.delete
export async function example147() {
  await parley.segments.delete(id);
}

// parley.segments.listContacts
export async function example148() {
  for await (const contact of parley.segments.listContacts(id)) console.log(contact.name);
}

// parley.stages.create
export async function example149() {
  await parley.stages.create(pipelineId, { name: 'Demo', probability: 40, position: 1 });
}

// parley.stages.get
export async function example150() {
  const { name, kind } = await parley.stages.get(pipelineId, id);
  return [name, kind];
}

// parley.stages.update
export async function example151() {
  await parley.stages.update(pipelineId, id, { rottenAfterDays: 7 });
}

// parley.stages.delete
export async function example152() {
  await parley.stages.delete(pipelineId, id, { moveDealsTo: stageId });
}

// parley.suppressions.list
export async function example153() {
  const { data } = await parley.suppressions.list({ address: '+5511987654321' });
  return [data];
}

// parley.suppressions.create
export async function example154() {
  await parley.suppressions.create({ channelType: 'whatsapp', address: '+5511987654321', scope: 'all' });
}

// parley.suppressions.get
export async function example155() {
  const { scope, decidedAt } = await parley.suppressions.get(id);
  return [scope, decidedAt];
}

// parley.suppressions.delete
export async function example156() {
  await parley.suppressions.delete(id);
}

// parley.tags.list
export async function example157() {
  for await (const { name, contactCount } of parley.tags.list()) console.log(name, contactCount);
}

// parley.tags.create
export async function example158() {
  await parley.tags.create({ name: 'vip', color: '#1f883d' });
}

// parley.tags.get
export async function example159() {
  const { contactCount } = await parley.tags.get(id);
  return [contactCount];
}

// parley.tags.update
export async function example160() {
  const { status } = await parley.tags.update(id, { name: 'VIP customer' });
  return [status];
}

// parley.tags.delete
export async function example161() {
  await parley.tags.delete(id);
}

// parley.templates.list
export async function example162() {
  const { data } = await parley.templates.list(channelId, { status: ['approved'] });
  return [data];
}

// parley.templates.create
export async function example163() {
  await parley.templates.create(channelId, {
    name: 'order_update', language: 'en_US', category: 'utility',
    components: [{ type: 'body', text: 'Hello {{1}}, your order is on its way.' }],
    examples: { 1: 'Ana' },
  });
}

// parley.templates.get
export async function example164() {
  const { status, variables } = await parley.templates.get(channelId, id);
  return [status, variables];
}

// parley.templates.update
export async function example165() {
  await parley.templates.update(channelId, id, {
    components: [{ type: 'body', text: 'Hello {{1}}, your order has left.' }],
    examples: { 1: 'Ana' },
  });
}

// parley.templates.delete
export async function example166() {
  await parley.templates.delete(channelId, id);
}

// parley.templates.sync
export async function example167() {
  await parley.templates.sync(channelId);
}

// parley.templates.preview
export async function example168() {
  const { text } = await parley.templates.preview(channelId, id, { variables: { 1: 'Ana' } });
  return [text];
}

// parley.tenants.current
export async function example169() {
  const { name, timezone } = await parley.tenants.current();
  return [name, timezone];
}

// parley.tenants.update
export async function example170() {
  await parley.tenants.update({ settings: { optOutConfirmation: 'You get no more messages from us.' } });
}

// parley.tenants.limits
export async function example171() {
  const { contacts } = await parley.tenants.limits();
  if (contacts) console.log(`${contacts.used} of ${contacts.max} contacts`);
  return [contacts];
}

// parley.ticketComments.list
export async function example172() {
  const { data } = await parley.ticketComments.list(ticketId, { visibility: ['public'] });
  return [data];
}

// parley.ticketComments.create
export async function example173() {
  await parley.ticketComments.create(ticketId, { body: 'On its way!', visibility: 'public', deliver: true });
}

// parley.ticketComments.get
export async function example174() {
  const { body, author } = await parley.ticketComments.get(ticketId, id);
  return [body, author];
}

// parley.tickets.list
export async function example175() {
  const { data } = await parley.tickets.list({ status: ['new', 'open'], sort: '-priority' });
  return [data];
}

// parley.tickets.create
export async function example176() {
  const { number } = await parley.tickets.create({ subject: 'The parcel is damaged', contactId: id });
  return [number];
}

// parley.tickets.get
export async function example177() {
  const { status } = await parley.tickets.get(id);
  return [status];
}

// parley.tickets.update
export async function example178() {
  await parley.tickets.update(id, { status: 'solved' });
}

// parley.tickets.delete
export async function example179() {
  await parley.tickets.delete(id);
}

// parley.tickets.listHistory
export async function example180() {
  const { data } = await parley.tickets.listHistory(id, { field: ['status'] });
  return [data];
}

// parley.webhookDeliveries.get
export async function example181() {
  const { status, attempts } = await parley.webhookDeliveries.get(id);
  return [status, attempts];
}

// parley.webhookDeliveries.redeliver
export async function example182() {
  await parley.webhookDeliveries.redeliver(id);
}

// parley.webhookEndpoints.list
export async function example183() {
  const failing = (await parley.webhookEndpoints.list()).data.filter((one) => one.failingSince);
  return [failing];
}

// parley.webhookEndpoints.create
export async function example184() {
  const { id, secret } = await parley.webhookEndpoints.create({ url, events: ['message.*'] });
  return [id, secret];
}

// parley.webhookEndpoints.get
export async function example185() {
  const { status, disabledReason } = await parley.webhookEndpoints.get(id);
  return [status, disabledReason];
}

// parley.webhookEndpoints.update
export async function example186() {
  await parley.webhookEndpoints.update(id, { events: ['*'], headers: { 'x-stage': 'test' } });
}

// parley.webhookEndpoints.delete
export async function example187() {
  await parley.webhookEndpoints.delete(id);
}

// parley.webhookEndpoints.getSecret
export async function example188() {
  const { secret, previous } = await parley.webhookEndpoints.getSecret(id);
  const secrets = [secret, ...previous.map((old) => old.secret)];
  return [secret, previous, secrets];
}

// parley.webhookEndpoints.rotateSecret
export async function example189() {
  const { secret } = await parley.webhookEndpoints.rotateSecret(id, { overlapHours: 48 });
  return [secret];
}

// parley.webhookEndpoints.enable
export async function example190() {
  await parley.webhookEndpoints.enable(id);
}

// parley.webhookEndpoints.disable
export async function example191() {
  await parley.webhookEndpoints.disable(id);
}

// parley.webhookEndpoints.test
export async function example192() {
  const { delivered, error } = await parley.webhookEndpoints.test(id, { type: 'message.received' });
  return [delivered, error];
}

// parley.webhookEndpoints.replay
export async function example193() {
  const { count } = await parley.webhookEndpoints.replay(id, { since: yesterday });
  return [count];
}

// parley.webhookEndpoints.listDeliveries
export async function example194() {
  for await (const { eventType, lastAttempt } of parley.webhookEndpoints.listDeliveries(id, {
    status: ['retrying', 'exhausted'],
  })) {
    console.log(eventType, lastAttempt?.error?.message);
  }
}

// call.withMeta
export async function example195() {
  const { data, requestId, rateLimit } = await parley.messages.get(id).withMeta();
  return [data, requestId, rateLimit];
}

// call.asResponse
export async function example196() {
  const { body } = await parley.media.download(id).asResponse();
  return [body];
}

// call.safe
export async function example197() {
  const result = await parley.messages.get(id).safe();
  if (!result.ok) console.error(result.error.code);
  return [result];
}

// list.pages
export async function example198() {
  for await (const { data } of parley.contacts.list().pages({ prefetch: 1 })) save(data);
}

// list.toArray
export async function example199() {
  const contacts = await parley.contacts.list().toArray({ limit: 1_000 });
  return [contacts];
}

// ParleyError.is
export async function example200() {
  if (NotFoundError.is(error)) show(error.requestId);
}

// error.hasCode
export async function example201() {
  if (error.hasCode('SVC-WINDOW-CLOSED')) show(error.details.closedAt);
}

// error.toJSON
export async function example202() {
  save(JSON.stringify(error));
}

// verifyWebhook
export async function example203() {
  const event = await verifyWebhook(request, { secrets: [secret] });
  if (event.type === 'message.received') console.log(event.data.object.text);
  return [event];
}

// verifyWebhookSync
export async function example204() {
  const event = verifyWebhookSync({ body, headers }, { secrets: [secret] });
  return [event];
}

// expressWebhook
export async function example205() {
  app.post('/webhooks', expressWebhook({ secrets: [secret] }, (event) => queue.add(event)));
}

// fetchWebhook
export async function example206() {
  const receive = fetchWebhook({ secrets: [secret] }, (event) => queue.send(event));
  const response = await receive(request);
  return [receive, response];
}

// signWebhook
export async function example207() {
  const headers = await signWebhook(body, { secrets: [secret] });
  return [headers];
}

// testWebhook
export async function example208() {
  const object = { text: 'Hello', conversationId: 'cnv_1' };
  const delivery = await testWebhook({ type: 'message.received', data: { object } }, { secrets: [secret] });
  await fetch(url, { method: 'POST', ...delivery });
  return [object, delivery];
}

// contractValidation
export async function example209() {
  const parley = new Parley({ validate: contractValidation() });
  return [parley];
}
