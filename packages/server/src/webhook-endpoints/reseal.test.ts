import { describe, expect, test } from 'vitest';
import { contextFor } from '../../test/contexts.ts';
import { freshDatabase, targets } from '../../test/databases.ts';
import { resealChannels } from '../channels/reseal.ts';
import { openSecrets } from '../channels/secrets.ts';
import { createChannel } from '../channels/service.ts';
import { SystemDb } from '../db/system-db.ts';
import { createReseal } from '../reseal.ts';
import { createSealer, type Sealer } from '../sealing.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { createTenant } from '../tenants/service.ts';
import { readDestination } from './destination.ts';
import { resealWebhooks } from './reseal.ts';
import { readSecrets } from './secrets.ts';
import { createWebhookEndpoint, rotateWebhookSecret, updateWebhookEndpoint } from './service.ts';

async function resealAll(ctx: TenantContext, sealer: Sealer) {
  const total = { current: 0, resealed: 0, lost: 0 };
  const reseal = createReseal(sealer, total);
  await resealWebhooks(ctx, reseal);
  await resealChannels(ctx, reseal);
  return total;
}

const keyOf = (byte: number) => ({ id: `0000000${byte}`, bytes: new Uint8Array(32).fill(byte) });
const [first, second, third] = [keyOf(1), keyOf(2), keyOf(3)];
const old = createSealer([first]);
const both = createSealer([second, first]);
const later = createSealer([second]);

describe.each(targets)('a new secret of the installation, on %s', (target) => {
  test('reseals every text of the previous secret, which is then no longer needed', async () => {
    const ctx = await aTenant();
    const headers = { authorization: 'Bearer 1', 'x-token': 'abc' };
    const url = 'https://8.8.8.8/';
    const body = { url, events: ['*'], headers };
    const { id } = await createWebhookEndpoint(ctx, old, body, undefined);
    await rotateWebhookSecret(ctx, both, id, 24);
    const before = await readSecrets(ctx, both, id);
    await expect(readSecrets(ctx, later, id)).rejects.toThrow();
    expect(await resealAll(ctx, both)).toEqual({ current: 1, resealed: 3, lost: 0 });
    expect(await readSecrets(ctx, later, id)).toEqual(before);
    expect((await readDestination(ctx.db, later, id))?.headers).toEqual(headers);
    expect(await resealAll(ctx, later)).toEqual({ current: 4, resealed: 0, lost: 0 });
  });

  test('reseals the credentials of channels', async () => {
    const ctx = await aTenant();
    const { id } = await createChannel(ctx, old, {
      name: 'Real',
      type: 'instagram',
      provider: 'instagram_graph',
      config: { igUserId: '17841400000000009' },
      credentials: { accessToken: 'token' },
    });
    expect(await resealAll(ctx, both)).toEqual({ current: 0, resealed: 1, lost: 0 });
    expect((await openSecrets(ctx, later, id)).secrets).toEqual({ accessToken: 'token' });
  });

  test('reports texts that it cannot open and leaves them unchanged', async () => {
    const ctx = await aTenant();
    const body = { url: 'https://8.8.8.8/', events: ['*'], headers: { 'x-token': 'abc' } };
    const { id, secret } = await createWebhookEndpoint(ctx, old, body, undefined);
    const stranger = createSealer([third]);
    expect(await resealAll(ctx, stranger)).toEqual({ current: 0, resealed: 0, lost: 2 });
    expect(await readSecrets(ctx, old, id)).toMatchObject({ secret });
  });

  test('lost values can be replaced by requests', async () => {
    const ctx = await aTenant();
    const body = { url: 'https://8.8.8.8/', events: ['*'], headers: { 'x-token': 'abc' } };
    const { id } = await createWebhookEndpoint(ctx, old, body, undefined);
    const { secret } = await rotateWebhookSecret(ctx, later, id, 0);
    const headers = { 'x-token': 'abc' };
    await updateWebhookEndpoint(ctx, later, id, { headers }, undefined);
    expect(await readSecrets(ctx, later, id)).toEqual({ secret, previous: [] });
    expect((await readDestination(ctx.db, later, id))?.headers).toEqual(headers);
  });

  async function aTenant() {
    const ctx = contextFor(new SystemDb((await freshDatabase(target)).database));
    await createTenant(ctx, { name: 'Test' });
    return ctx;
  }
});
