import type { TenantLimitsInput } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { aClient, anAgency, anInvitingClient } from './agencies.fixtures.ts';
import type { BadInput } from './bad-input/row.ts';
import { call, createApi, refused } from './client.ts';
import { anImport, csv } from './contact-imports.fixtures.ts';
import { recordedEvents } from './event-checks.ts';
import { eventually } from './poll.ts';
import {
  aChannel,
  aContact,
  aConversation,
  aMessage,
  anInbound,
  aPhone,
  aTicket,
  leaveEndOfMonth,
  type Scene,
} from './scene.ts';
import type { Target, Targets } from './target.ts';

export const badTenantLimits: readonly BadInput[] = [
  {
    title: 'agencyClients.create with limits that are negative or no whole numbers',
    code: 'SVC-VALIDATION',
    issues: [
      ['body', 'limits.messagesPerMonth', 'out_of_range'],
      ['body', 'limits.contacts', 'invalid_type'],
    ],
    send: async (scene) => {
      await scene.tenant.makeAgency();
      const body = { name: 'Limited', limits: { messagesPerMonth: -1, contacts: 1.5 } };
      return await scene.call('agencyClients.create', { body });
    },
  },
];

/** Creates a client of an agency, with limits. Returns its own scene and a function that changes the limits. */
async function limited(target: Target, limits: TenantLimitsInput = {}) {
  await leaveEndOfMonth(target);
  const agency = await anAgency(target);
  const made = await aClient(agency, { limits });
  const { baseUrl } = target;
  const tenant = { ...agency.tenant, apiKey: made.secret, tenantId: made.tenantId };
  const scene: Scene = {
    target,
    tenant,
    api: createApi(baseUrl, made.secret),
    call: (name, request) => call(baseUrl, made.secret, name, request),
  };
  const params = { id: made.id };
  const limit = (wanted: TenantLimitsInput) =>
    agency.api.agencyClients.update({ params, body: { limits: wanted } });
  return { agency, made, params, scene, limit };
}

async function reachedIn(scene: Scene) {
  const events = await recordedEvents(scene);
  return events
    .filter(({ type }) => type === 'tenant.limit_reached')
    .map(({ data }) => data.object);
}

export function describeTenantLimits({ paused, running }: Targets): void {
  describe('limits of a tenant', () => {
    test('every way to a new contact is refused at the limit, but a customer who writes is not', async () => {
      const { scene, made } = await limited(paused(), { contacts: 3 });
      const { api } = scene;
      expect(made.limits).toEqual({
        messagesPerMonth: null,
        contacts: 3,
        channels: null,
        members: null,
      });
      expect((await api.tenants.current()).limits).toEqual(made.limits);
      const channel = await aChannel(scene);
      const first = await aContact(scene, { externalId: 'first' });
      await aContact(scene);
      expect(await reachedIn(scene)).toEqual([]);
      await aMessage(scene, { channelId: channel.id });
      const { tenantId: id } = made;
      const full = { id, limit: 'contacts', max: 3, used: 3, resetsAt: null };
      const both = [80, 100].map((percent) => ({ ...full, percent }));
      expect(await reachedIn(scene)).toEqual(both);

      const details = { limit: 'contacts', max: 3, used: 3 };
      const refusal = async (outcome: Promise<unknown>) =>
        expect((await refused(outcome, 'SVC-LIMIT-REACHED')).details).toEqual(details);
      await refusal(aContact(scene));
      await refusal(api.contacts.upsert({ body: { externalId: 'new' } }));
      await refusal(aMessage(scene, { channelId: channel.id }));
      const template = { name: 'unknown', language: 'en' };
      await refusal(aMessage(scene, { channelId: channel.id, type: 'template', template }));
      await refusal(api.conversations.create({ body: { channelId: channel.id, to: aPhone() } }));
      const items = [{ externalId: 'new' }, { externalId: 'first', name: 'Ana' }];
      const { results } = await api.contacts.batch({ body: { items } });
      expect(results).toMatchObject([
        { error: { code: 'SVC-LIMIT-REACHED', details } },
        { status: 'updated' },
      ]);
      const body = csv('externalId,name', 'new,Bo', 'first,Ana Lima');
      const { id: importId } = await anImport(scene, body);
      const imported = await eventually(
        scene.target,
        () => api.contactImports.get({ params: { id: importId } }),
        ({ status }) => status === 'completed',
      );
      expect(imported).toMatchObject({ created: 0, updated: 1, failed: 1 });
      const errors = await api.contactImports.listErrors({ params: { id: importId } });
      expect(errors.data).toMatchObject([{ row: 2, code: 'SVC-LIMIT-REACHED' }]);

      await anInbound(scene, channel.id);
      expect((await api.tenants.limits()).contacts).toEqual({ max: 3, used: 4, resetsAt: null });
      await api.contacts.delete({ params: { id: first.id } });
      await eventually(
        scene.target,
        async () => (await api.tenants.limits()).contacts,
        (limit) => limit?.used === 3,
      );
      await refusal(aContact(scene));
      expect(await reachedIn(scene)).toEqual(both);
    });

    test('the events of a limit come after those of the contacts of an import or a batch', async () => {
      const { scene } = await limited(paused(), { contacts: 2 });
      const { scene: other } = await limited(paused(), { contacts: 2 });
      await anImport(scene, csv('externalId', 'a', 'b', 'c'));
      const items = ['a', 'b', 'c'].map((externalId) => ({ externalId }));
      const { results } = await other.api.contacts.batch({ body: { items } });
      expect(results.at(-1)).toMatchObject({ error: { details: { max: 2, used: 2 } } });
      const typesOf = async (one: Scene) => (await recordedEvents(one)).map(({ type }) => type);
      const types = [
        'contact.created',
        'contact.created',
        'tenant.limit_reached',
        'tenant.limit_reached',
      ];
      expect((await typesOf(scene)).slice(-5)).toEqual([...types, 'contact_import.completed']);
      expect((await typesOf(other)).slice(-4)).toEqual(types);
    });

    test('a request that another rule refuses reaches no part of a limit', async () => {
      const { scene } = await limited(running(), { channels: 1, contacts: 2 });
      await aContact(scene, { externalId: 'taken' });
      await refused(aContact(scene, { externalId: 'taken' }), 'SVC-CONFLICT');
      await refused(aChannel(scene, { provider: 'whatsapp_cloud' }), 'SVC-RULE-VIOLATION');
      expect(await reachedIn(scene)).toEqual([]);
    });

    test('every message counts in its month, and those of the API are refused at the limit', async () => {
      const { scene, limit } = await limited(paused());
      const { api } = scene;
      const { id, channelId, contactId } = await aConversation(scene);
      await limit({ messagesPerMonth: 4 });
      const to = (await api.contacts.get({ params: { id: contactId } })).phone ?? '';
      const sendAt = new Date(scene.target.now().getTime() + 3_600_000).toISOString();
      const later = await aMessage(scene, { channelId, to, sendAt });
      await api.messages.cancel({ params: { id: later.id } });
      await anInbound(scene, channelId, { from: to });
      const used = async () => (await api.tenants.limits()).messagesPerMonth;
      const next = await used();
      expect(next).toMatchObject({ max: 4, used: 3 });
      expect(next?.resetsAt).toMatch(/^\d{4}-\d{2}-01T00:00:00.000Z$/);
      const ticket = await aTicket(scene, { conversationId: id });
      const text = { type: 'text', text: 'Hello' } as const;
      await api.conversations.sendMessage({ params: { id }, body: text });
      const details = { limit: 'messagesPerMonth', ...next, used: 4 };
      const refusal = async (outcome: Promise<unknown>) =>
        expect(await refused(outcome, 'SVC-LIMIT-REACHED')).toEqual({
          code: 'SVC-LIMIT-REACHED',
          message: `The limit \`messagesPerMonth\` of 4 per month is reached. Wait until ${next?.resetsAt}, or ask the agency or the operator of the server for a higher limit.`,
          details,
        });
      await refusal(api.conversations.sendMessage({ params: { id }, body: text }));
      await refusal(aMessage(scene, { channelId, to }));
      await refusal(aMessage(scene, { channelId }));
      await refusal(aMessage(scene, { channelId, to, sendAt }));
      await refusal(
        api.ticketComments.create({
          params: { id: ticket.id },
          body: { body: 'Solved', visibility: 'public', deliver: true },
        }),
      );
      await anInbound(scene, channelId, { from: to });
      expect((await used())?.used).toBe(5);
      expect(await reachedIn(scene)).toMatchObject([
        { limit: 'messagesPerMonth', percent: 80, used: 4, max: 4 },
        { limit: 'messagesPerMonth', percent: 100, used: 4, max: 4 },
      ]);
      // Erased messages still count.
      await api.contacts.delete({ params: { id: contactId } });
      expect((await used())?.used).toBe(5);
      await limit({ messagesPerMonth: null });
      await aMessage(scene, { channelId, to });
      expect(await used()).toBeNull();
    });

    test('exactly as many of 50 concurrent writers succeed as there is room', async () => {
      const { scene, limit } = await limited(paused());
      const { api } = scene;
      const channel = await aChannel(scene);
      const known = await Promise.all(
        Array.from({ length: 5 }, () => aConversation(scene, channel.id)),
      );
      const people = await Promise.all(
        known.map(({ contactId }) => api.contacts.get({ params: { id: contactId } })),
      );
      await limit({ contacts: 12, messagesPerMonth: 20 });
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, at) => {
          const text = { channelId: channel.id, type: 'text', text: 'Hello' };
          if (at % 5 === 0) return scene.call('contacts.create', { body: { name: 'Bo' } });
          // One of five sends to a new person.
          const to = at % 5 === 1 ? aPhone() : people[at % people.length]?.phone;
          return scene.call('messages.send', { body: { ...text, to } });
        }),
      );
      for (const { status } of answers) expect([201, 202, 422]).toContain(status);
      const accepted = answers.filter(({ status }) => status === 202);
      expect(accepted).toHaveLength(15);
      expect(await api.tenants.limits()).toMatchObject({
        contacts: { max: 12, used: 12 },
        messagesPerMonth: { max: 20, used: 20 },
      });
      const { data } = await api.contacts.list({ query: { limit: 100 } });
      expect(data).toHaveLength(12);
      const reached = await reachedIn(scene);
      const names = reached.map((object) => `${object['limit']} ${object['percent']}`);
      expect(names.sort()).toEqual([
        'contacts 100',
        'contacts 80',
        'messagesPerMonth 100',
        'messagesPerMonth 80',
      ]);
    });

    test('archived channels do not count, and only the agency that created a tenant limits it', async () => {
      const { scene, limit, agency, params } = await limited(running(), { channels: 1 });
      const { api } = scene;
      const channel = await aChannel(scene);
      expect((await refused(aChannel(scene), 'SVC-LIMIT-REACHED')).message).toBe(
        'The limit `channels` of 1 is reached. Delete one first, or ask the agency or the operator of the server for a higher limit.',
      );
      await api.channels.delete({ params: { id: channel.id } });
      await aChannel(scene);
      const members = (await api.members.list()).data.length;
      const changed = await limit({ members: 0 });
      expect(changed.limits).toMatchObject({ channels: 1, members: 0 });
      expect(await api.tenants.limits()).toMatchObject({
        channels: { max: 1, used: 1 },
        members: { max: 0, used: members },
      });
      const owner = { name: 'Ana', email: 'ana@example.com' };
      const invited = aClient(agency, { limits: { members: 0 }, owner });
      await refused(invited, 'SVC-LIMIT-REACHED', {
        limit: 'members',
        max: 0,
        used: 0,
      });
      const { data: clients } = await agency.api.agencyClients.list();
      expect(clients.map(({ id }) => id)).toEqual([params.id]);
      const usage = await agency.api.agencyClients.usage({
        params,
        query: { from: '2000-01-01', to: '2000-02-01' },
      });
      expect(usage).toMatchObject({
        messages: { inbound: 0, types: [] },
        contacts: { created: 0 },
      });

      const inviting = await anInvitingClient(agency);
      const update = agency.api.agencyClients.update({
        params: inviting.params,
        body: { limits: { contacts: 1 } },
      });
      await refused(update, 'SVC-FORBIDDEN', {
        reason: 'not_provisioned',
      });
    });

    test('the usage counts what the client made in the period', async () => {
      const { scene, agency, params } = await limited(paused(), { contacts: 10 });
      const { contactId, channelId } = await aConversation(scene);
      await aMessage(scene);
      const template = {
        name: 'order_update',
        language: 'en_US',
        variables: { 1: 'Ana', 2: '1042' },
      };
      const inTemplate = { channelId, to: aPhone(), type: 'template', template } as const;
      const planned = await aMessage(scene, inTemplate);
      const billed = await aMessage(scene, inTemplate);
      expect([planned.category, billed.category]).toEqual(['utility', 'utility']);
      const status = { messageId: billed.id, status: 'sent', category: 'marketing' } as const;
      const sent = await scene.api.channels.simulateStatus({
        params: { id: channelId },
        body: status,
      });
      expect(sent.category).toBe('marketing');
      await scene.api.contacts.archive({ params: { id: contactId } });
      const from = new Date(scene.target.now().getTime() - 86_400_000).toISOString();
      const to = new Date(scene.target.now().getTime() + 86_400_000).toISOString();
      const usage = await agency.api.agencyClients.usage({ params, query: { from, to } });
      expect(usage).toEqual({
        from,
        to,
        messages: {
          inbound: 1,
          outbound: 3,
          types: [
            { type: 'template', inbound: 0, outbound: 2 },
            { type: 'text', inbound: 1, outbound: 1 },
          ],
          categories: [
            { category: 'marketing', inbound: 0, outbound: 1 },
            { category: 'utility', inbound: 0, outbound: 1 },
          ],
        },
        contacts: { created: 3 },
        limits: {
          messagesPerMonth: null,
          contacts: { max: 10, used: 3, resetsAt: null },
          channels: null,
          members: null,
        },
      });
      const ever = { from: '0001-01-01', to: '9999-12-31' };
      const { messages, contacts } = await agency.api.agencyClients.usage({ params, query: ever });
      expect({ messages, contacts }).toEqual({
        messages: usage.messages,
        contacts: { created: 3 },
      });
      const report = await scene.api.reports.messages({
        query: { from, to, groupBy: 'category' },
      });
      expect(report.series.map(({ key, total }) => [key, total.outbound])).toEqual([
        ['marketing', 1],
        ['utility', 1],
        [null, 1],
      ]);
      const alone = await agency.api.agencyClients.create({ body: { name: 'Alone' } });
      const hidden = agency.api.agencyClients.usage({
        params: { id: alone.id },
        query: { from, to },
      });
      expect((await refused(hidden, 'SVC-GRANT-REQUIRED')).details).toMatchObject({
        permission: 'profile',
      });
    });
  });
}
