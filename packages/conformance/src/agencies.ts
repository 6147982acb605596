import { describe, expect, test } from 'vitest';
import { anAgency } from './agencies.fixtures.ts';
import { checkError } from './answer.ts';
import type { BadInput } from './bad-input/row.ts';
import { refused } from './client.ts';
import { recordedEvents } from './event-checks.ts';
import type { Answer } from './http.ts';
import { dot } from './media.fixtures.ts';
import { aChannel, type Scene } from './scene.ts';
import type { Targets } from './target.ts';

export const badAgencies: readonly BadInput[] = [
  {
    title:
      'agencies.update with a color by its name, a page for help that runs a script, and a URL as domain',
    code: 'SVC-VALIDATION',
    issues: [
      ['body', 'branding.primaryColor', 'invalid_format'],
      ['body', 'branding.supportUrl', 'invalid_format'],
      ['body', 'branding.domains.0', 'invalid_format'],
    ],
    send: async (scene) => {
      await scene.tenant.makeAgency();
      const domains = ['https://desk.example.com'];
      const branding = { primaryColor: 'green', supportUrl: 'javascript:alert(1)', domains };
      return await scene.call('agencies.update', { body: { branding } });
    },
  },
];

/** Returns the label with which a domain belongs to an agency in the DNS of the target. */
const labelOf = ({ tenant }: Scene) => tenant.tenantId.toLowerCase().replace('_', '-');

export function describeAgencies({ paused: target }: Targets): void {
  describe('agencies', () => {
    test('an agency changes and clears its branding, with an image of its own as logo', async () => {
      const scene = await anAgency(target());
      const eventsBefore = await recordedEvents(scene);
      const { api } = scene;
      const none = { productName: null, logoMediaId: null, primaryColor: null, supportUrl: null };
      expect((await api.agencies.current()).branding).toEqual({ ...none, domains: [] });
      const logo = await api.media.upload({ body: dot });
      expect(logo.expiresAt).not.toBeNull();
      const branding = {
        productName: ' Norte Desk ',
        logoMediaId: logo.id,
        primaryColor: '#1F883d',
      };
      const changed = await api.agencies.update({ body: { name: 'Norte', branding } });
      const wanted = { ...none, ...branding, productName: 'Norte Desk', domains: [] };
      expect(changed).toMatchObject({ name: 'Norte', branding: wanted });
      expect(await api.agencies.current()).toEqual(changed);
      expect(await api.media.get({ params: { id: logo.id } })).toMatchObject({ expiresAt: null });
      const supportUrl = 'https://norte.example/help';
      const more = { productName: null, supportUrl };
      const next = await api.agencies.update({ body: { branding: more } });
      expect(next.branding).toEqual({ ...wanted, ...more });
      expect(Object.keys(await api.tenants.current())).not.toContain('branding');

      const text = await api.media.upload({ body: Buffer.from('a text') });
      const update = (logoMediaId: string) =>
        api.agencies.update({ body: { name: 'Other', branding: { logoMediaId } } });
      const wrong = await refused(update(text.id), 'SVC-RULE-VIOLATION');
      expect(wrong.details).toMatchObject({ rule: 'logo', field: 'branding.logoMediaId' });
      const other = await anAgency(target());
      const theirs = await other.api.media.upload({ body: dot });
      await refused(update(theirs.id), 'SVC-NOT-FOUND');
      expect(await api.agencies.current()).toEqual(next);
      const second = await api.media.upload({ body: dot });
      const sent = await api.media.upload({ body: dot });
      const { id: channelId } = await aChannel(scene);
      const expiries = () =>
        Promise.all(
          [logo, second, sent].map(
            async ({ id }) => (await api.media.get({ params: { id } })).expiresAt,
          ),
        );
      const kept = null;
      const ends = expect.any(String);
      for (const [logoMediaId, expected] of [
        [second.id, [ends, kept, ends]],
        [sent.id, [ends, ends, kept]],
      ] as const) {
        await api.agencies.update({ body: { branding: { logoMediaId } } });
        expect(await expiries()).toEqual(expected);
      }
      await api.messages.send({
        body: { channelId, to: '5511912345654', type: 'image', media: { id: sent.id } },
      });
      const used = await refused(api.media.delete({ params: { id: sent.id } }), 'SVC-IN-USE');
      expect(used.details).toEqual({ resource: 'media', id: sent.id, references: { branding: 1 } });
      const cleared = { ...none };
      expect((await api.agencies.update({ body: { branding: cleared } })).branding).toEqual({
        ...none,
        domains: [],
      });
      expect(await expiries()).toEqual([ends, ends, kept]);
      for (const { id } of [logo, second, sent]) await api.media.delete({ params: { id } });
      // The events before belong to the operator, who made the tenant an agency.
      const events = (await recordedEvents(scene)).slice(eventsBefore.length);
      const ofTenant = events.filter(({ type }) => type === 'tenant.updated');
      expect(ofTenant).toHaveLength(1);
      expect(JSON.stringify(ofTenant)).not.toContain('branding');
    });

    test('an agency claims a domain by a record in DNS, and only one agency has it', async () => {
      const [scene, other] = await Promise.all([anAgency(target()), anAgency(target())]);
      const { tenantId } = scene.tenant;
      const own = `desk.${labelOf(scene)}.example`;
      const shared = `${labelOf(scene)}.${labelOf(other)}.example`;
      const claim = async ({ api }: Scene, domains: string[]) =>
        (await api.agencies.update({ body: { branding: { domains } } })).branding.domains;
      expect(await claim(scene, [own, own])).toEqual([own]);
      const { data: audited } = await scene.api.auditLog.list({ query: { sort: 'createdAt' } });
      expect(audited.map(({ action, recordId }) => [action, recordId])).toEqual([
        ['agency_domain.added', tenantId],
        ['tenant.updated', tenantId],
      ]);
      const before = await scene.api.agencies.current();
      const body = { name: 'Other', branding: { domains: [own, 'desk.invalid'] } };
      const missing = await refused(scene.api.agencies.update({ body }), 'SVC-RULE-VIOLATION');
      expect(missing.details).toEqual({ rule: 'domain_proof', field: 'branding.domains' });
      expect(missing.message).toContain(
        `_parley.desk.invalid with the value parley-agency=${tenantId}`,
      );
      expect(await scene.api.agencies.current()).toEqual(before);

      const both = [
        [scene, [own, shared]],
        [other, [shared]],
      ] as const;
      const answers = await Promise.all(
        both.map(([{ call }, domains]) =>
          call('agencies.update', { body: { branding: { domains: [...domains] } } }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const lost = answers.findIndex(({ status }) => status === 409);
      const error = checkError(answers[lost] as Answer);
      expect(error.details).toEqual({
        resource: 'tenant',
        field: 'branding.domains',
        existingId: null,
      });
      expect(error.message).toContain(shared);
      const [winner, loser] = lost === 0 ? [other, scene] : [scene, other];
      expect(await claim(winner, [])).toEqual([]);
      const domains = loser === scene ? [own, shared] : [shared];
      expect(await claim(loser, domains)).toEqual(domains);
    });
  });
}
