import { describe, expect, test } from 'vitest';
import { call, createApi, refused } from './client.ts';
import { createScene } from './scene.ts';
import type { Targets } from './target.ts';

export function describeApiKeys({ paused: target }: Targets): void {
  describe('API keys', () => {
    test('an API key can read its own record, without the secret', async () => {
      const scene = await createScene(target());
      const answer = await scene.call('apiKeys.current');
      expect(answer.json).toMatchObject({
        id: scene.tenant.apiKeyId,
        status: 'active',
        expiresAt: null,
        revokedAt: null,
      });
      const { hint } = answer.json as { hint: string };
      expect(hint).toBe(`prl_live_…${scene.tenant.apiKey.slice(-4)}`);
      expect(scene.tenant.apiKey).toMatch(/^prl_live_[0-9A-Za-z]{38}$/);
      const list = await scene.call('apiKeys.list');
      expect(list.text).not.toContain(scene.tenant.apiKey);
    });

    test('lists API keys and filters them by state', async () => {
      const scene = await createScene(target());
      const revoked = await scene.tenant.createKey({ name: 'Old' });
      const expired = await scene.tenant.createKey({ expiresAt: '2024-01-01T00:00:00.000Z' });
      await scene.api.apiKeys.revoke({ params: { id: revoked.id } });
      const find = async (status: string) =>
        (await scene.api.apiKeys.list({ query: { status } })).data.map((key) => key.id);
      expect(await find('active')).toEqual([scene.tenant.apiKeyId]);
      expect(await find('revoked')).toEqual([revoked.id]);
      expect(await find('expired')).toEqual([expired.id]);
      expect(await find('active,revoked,expired')).toHaveLength(3);
      const { createdAt } = await scene.api.apiKeys.current();
      const created = async (query: Record<string, string>) =>
        (await scene.api.apiKeys.list({ query })).data.map((key) => key.id);
      expect(await created({ createdAfter: createdAt })).toHaveLength(3);
      expect(await created({ createdBefore: createdAt })).toEqual([]);
      expect(await created({ createdBefore: createdAt, status: 'active' })).toEqual([]);
    });

    test('refuses a revoked API key from the next request', async () => {
      const scene = await createScene(target());
      const { id, apiKey } = await scene.tenant.createKey();
      const other = createApi(target().baseUrl, apiKey);
      await other.tenants.current();
      const revoked = await scene.api.apiKeys.revoke({ params: { id } });
      expect(revoked).toMatchObject({ id, status: 'revoked' });
      expect(revoked.revokedAt).not.toBeNull();
      await refused(other.tenants.current(), 'SVC-UNAUTHORIZED', { reason: 'revoked' });
    });

    test('revoking a revoked API key changes nothing', async () => {
      const scene = await createScene(target());
      const { id } = await scene.tenant.createKey();
      const first = await scene.api.apiKeys.revoke({ params: { id } });
      expect(await scene.api.apiKeys.revoke({ params: { id } })).toEqual(first);
    });

    test('an API key can revoke itself and gets the response', async () => {
      const scene = await createScene(target());
      const { apiKeyId: id, apiKey } = scene.tenant;
      expect(await scene.api.apiKeys.revoke({ params: { id } })).toMatchObject({
        status: 'revoked',
      });
      const answer = await call(target().baseUrl, apiKey, 'apiKeys.current');
      expect(answer.status).toBe(401);
    });

    test('all API keys of a tenant see the same records', async () => {
      const scene = await createScene(target());
      const contact = await scene.api.contacts.create({ body: { name: 'Ana' } });
      const { apiKey } = await scene.tenant.createKey();
      const other = createApi(target().baseUrl, apiKey);
      expect(await other.contacts.get({ params: { id: contact.id } })).toEqual(contact);
    });
  });

  describe('tenants', () => {
    test('an API key belongs to one tenant and returns it', async () => {
      const scene = await createScene(target());
      const tenant = await scene.api.tenants.current();
      expect(tenant).toMatchObject({
        id: scene.tenant.tenantId,
        kind: 'standard',
        status: 'active',
        agencyId: null,
      });
    });
  });
}
