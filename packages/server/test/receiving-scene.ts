import { createHmac } from 'node:crypto';
import type { ChannelType } from '@parley/contract/schemas';
import { inboundFailuresTable } from '../src/receivers/table.ts';
import type { Target } from './databases.ts';
import { createScene, drain, type Scene } from './scene.ts';
import { startServer, type TestServer } from './start-server.ts';

export const appSecrets = { present: 'app-secret', previous: 'app-secret-before' };
export const verifyToken = 'verify-token';

/** A server whose apps at the providers have the secrets above; background work is run by hand. */
export function startReceiving(
  target: Target,
  env: Readonly<Record<string, string>> = {},
): Promise<TestServer> {
  return startServer(target, {
    env: {
      PARLEY_WORKER: 'off',
      PARLEY_WHATSAPP_APP_SECRET: appSecrets.present,
      PARLEY_WHATSAPP_APP_SECRET_PREVIOUS: appSecrets.previous,
      PARLEY_WHATSAPP_VERIFY_TOKEN: verifyToken,
      PARLEY_INSTAGRAM_APP_SECRET: appSecrets.present,
      PARLEY_INSTAGRAM_VERIFY_TOKEN: verifyToken,
      PARLEY_TIKTOK_APP_SECRET: appSecrets.present,
      ...env,
    },
  });
}

/** A channel that webhooks reach, in a tenant of its own. */
export interface Line extends Scene {
  readonly externalId: string;
  /** WhatsApp: of the business account. */
  readonly accountId: string;
  /** Delivers a body as the provider does, to the receiver of all channels or of this one. */
  deliver(
    body: unknown,
    options?: { form?: 'app' | 'channel'; secret?: string },
  ): Promise<Response>;
  /** Delivers bodies and does the work that they cause. */
  take(...bodies: unknown[]): Promise<void>;
  failures(): Promise<{ kind: string; status: string; reason: string }[]>;
}

let made = 0;

export async function createLine(
  server: TestServer,
  type: ChannelType = 'whatsapp',
  externalId = `1065${++made}${Date.now()}`,
): Promise<Line> {
  const scene = await createScene(server, { type, externalId });
  const accountId = `waba${externalId}`;
  await connect(server, scene.channel.id, accountId);
  const deliver: Line['deliver'] = (body, { form = 'app', secret = appSecrets.present } = {}) => {
    const path = form === 'app' ? type : `${type}/${scene.channel.id}`;
    return postHook(server, path, { type, body, secret });
  };
  return {
    ...scene,
    externalId,
    accountId,
    deliver,
    take: async (...bodies) => {
      for (const body of bodies) {
        const { status } = await deliver(body);
        if (status !== 200) throw new Error(`a webhook was answered with ${status}`);
      }
      await drain(server);
      // A change looks for its message again after five seconds, because both may be handled at the same time.
      const later = server.deps.database.writer('jobs').where({ name: 'apply-reports' });
      if ((await later.update({ due_at: 0 })) > 0) await drain(server);
    },
    failures: async () => await scene.ctx.db.select(inboundFailuresTable).orderBy('id'),
  };
}

/** As `verify` does it: only channels of a provider receive webhooks. */
async function connect({ deps }: TestServer, id: string, wabaId: string): Promise<void> {
  const connection = { provider: 'whatsapp_cloud', config: JSON.stringify({ wabaId }) };
  await deps.database.writer('channels').where({ id }).update(connection);
}

interface Hook {
  readonly type: ChannelType;
  readonly body: unknown;
  readonly secret: string;
  readonly headers?: Record<string, string>;
}

/** Posts a body with the signature that the provider gives it. */
export async function postHook(
  { baseUrl }: TestServer,
  path: string,
  { type, body: value, secret, headers }: Hook,
): Promise<Response> {
  const body = typeof value === 'string' ? value : JSON.stringify(value);
  return await fetch(`${baseUrl}/hooks/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(headers ?? signed(type, body, secret)) },
    body,
  });
}

export function signed(
  type: ChannelType,
  text: string,
  secret: string,
  nowMs = Date.now(),
): Record<string, string> {
  const hmac = (signedText: string) =>
    createHmac('sha256', secret).update(signedText).digest('hex');
  if (type !== 'tiktok') return { 'x-hub-signature-256': `sha256=${hmac(text)}` };
  const time = Math.floor(nowMs / 1_000);
  return { 'tiktok-signature': `t=${time},s=${hmac(`${time}.${text}`)}` };
}
