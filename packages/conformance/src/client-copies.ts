import { describe, expect, test } from 'vitest';
import { aClient, anAgency, issuedApi } from './agencies.fixtures.ts';
import { refused } from './client.ts';
import { recordedEvents } from './event-checks.ts';
import { eventually } from './poll.ts';
import { allOf } from './scene.ts';
import type { Targets } from './target.ts';

export function describeClientCopies({ running: target }: Targets): void {
  describe('copies of clients', () => {
    test('a new client gets the pipelines, tags, fields and FAQs of another one', async () => {
      const scene = await anAgency(target());
      const { api } = scene;
      const source = await aClient(scene);
      const from = issuedApi(scene, source);
      const stages = [{ name: 'Lead' }, { name: 'Won', kind: 'won' as const }];
      const tag = { name: 'VIP', color: '#ff0000', metadata: { kind: 'a' } };
      const field = {
        entity: 'contact' as const,
        key: 'plan',
        label: 'Plan',
        type: 'text' as const,
      };
      const faq = { question: 'When are you open?', answer: 'From 9 to 18.', tags: ['VIP', 'new'] };
      await from.pipelines.create({ body: { name: 'Bakery', isDefault: true, stages } });
      const archived = await from.pipelines.create({ body: { name: 'Old' } });
      await from.pipelines.update({ params: { id: archived.id }, body: { archived: true } });
      await from.tags.create({ body: tag });
      await from.customFields.create({ body: field });
      const items = Array.from({ length: 30 }, (_, n) => ({
        ...faq,
        question: `${faq.question} Answer ${n}`,
        externalId: `faq-${n}`,
      }));
      await from.knowledgeFaqs.batch({ body: { items } });
      await from.contacts.create({ body: { name: 'Private' } });

      const include = [
        'faqs' as const,
        'pipelines' as const,
        'tags' as const,
        'customFields' as const,
      ];
      const made = await aClient(scene, { copyFrom: { clientId: source.id, include } });
      const to = issuedApi(scene, made);
      // The copy can arrive before or after this FAQ: the client keeps its own values in both cases.
      const own = { question: 'Who are we?', answer: 'Bakers.', tags: [], externalId: 'faq-7' };
      await to.knowledgeFaqs.batch({ body: { items: [own] } });
      expect(made.copy).toMatchObject({
        clientId: source.id,
        include: ['pipelines', 'tags', 'customFields', 'faqs'],
      });
      const client = await eventually(
        scene.target,
        () => api.agencyClients.get({ params: { id: made.id } }),
        ({ copy }) => copy?.status !== 'pending',
      );
      expect(client.copy).toMatchObject({
        status: 'completed',
        copied: { pipelines: 2, tags: 2, customFields: 1 },
        finishedAt: expect.any(String),
      });
      expect((client.copy?.copied.faqs ?? 0) + (client.copy?.skipped ?? 0)).toBe(30);
      const pipelines = (await to.pipelines.list()).data;
      expect(pipelines.map(({ name, isDefault }) => [name, isDefault]).sort()).toEqual([
        ['Bakery', true],
        ['Sales', false],
      ]);
      const bakery = pipelines.find(({ isDefault }) => isDefault);
      expect(bakery?.stages).toMatchObject([
        { pipelineId: bakery?.id, name: 'Lead', kind: 'open' },
        { pipelineId: bakery?.id, name: 'Won', kind: 'won' },
      ]);
      const tags = (await to.tags.list()).data;
      expect(tags).toMatchObject([
        { name: 'new', knowledgeFaqCount: 29 },
        { ...tag, knowledgeFaqCount: 29 },
      ]);
      expect((await to.customFields.list()).data).toMatchObject([field]);
      const faqs = await allOf(({ query }) => to.knowledgeFaqs.list({ query }));
      expect(new Set(faqs.map(({ externalId }) => externalId)).size).toBe(30);
      expect(faqs.find(({ externalId }) => externalId === own.externalId)).toMatchObject(own);
      const copied = faqs.find(({ externalId }) => externalId === 'faq-0');
      expect(copied).toMatchObject({ answer: faq.answer, tags: faq.tags, sourceId: null });
      expect((await to.contacts.list()).data).toEqual([]);
      const ownIds = JSON.stringify(await from.pipelines.list());
      for (const { id } of pipelines) expect(ownIds).not.toContain(id);

      const actionsOf = async (log: typeof from, grantId: string | undefined) =>
        (await log.auditLog.list({ query: { grantId, sort: 'createdAt' } })).data.flatMap(
          ({ action }) => (action.startsWith('tenant.setup') ? action : []),
        );
      expect(await actionsOf(from, source.grant?.id)).toEqual(['tenant.setup_read']);
      expect(await actionsOf(to, made.grant?.id)).toEqual(['tenant.setup_copied']);
      const [updated] = (await recordedEvents(scene)).slice(-1);
      expect(updated).toMatchObject({
        type: 'agency_client.updated',
        data: { object: { copy: client.copy }, previous: { copy: { status: 'pending' } } },
      });
      const search = await to.knowledgeFaqs.list({ query: { q: 'open', limit: 1 } });
      expect(search.data).toMatchObject([{ answer: faq.answer }]);

      const copying = (clientId: string) =>
        api.agencyClients.create({
          body: { name: 'Refused', copyFrom: { clientId, include: ['tags'] } },
        });
      const alone = await api.agencyClients.create({ body: { name: 'Alone' } });
      const refusal = await refused(copying(alone.id), 'SVC-GRANT-REQUIRED');
      expect(refusal.details).toEqual({ clientId: alone.id, permission: 'keys' });
      const other = await aClient(await anAgency(target()));
      await refused(copying(other.id), 'SVC-NOT-FOUND');
      const known = await api.agencyClients.list({ query: { q: 'refused' } });
      expect(known.data).toEqual([]);
    });
  });
}
