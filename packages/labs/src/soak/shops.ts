import { setTimeout as wait } from 'node:timers/promises';
import type { Account, Simulator } from '@parley/provider-simulator';
import { call } from '../chaos/api.ts';
import type { Deps } from '../server.ts';
import { makeTenantWithKey } from '../tenant-with-key.ts';
import { contents, imageTemplate, type MakeContent, template } from './contents.ts';

/** A channel with its account at a simulated provider. */
export interface Shop {
  readonly tenantId: string;
  readonly apiKey: string;
  readonly channelId: string;
  readonly account: Account;
  /** The share of all messages that go through this channel. */
  readonly weight: number;
  readonly kinds: readonly MakeContent[];
  accessToken: string;
}

export const appSecret = 'soak-app-secret';
export const verifyToken = 'soak-verify-token';

/** How long a request may get no final response. It is long because a machine may be busy. */
const patienceMs = 180_000;
const providers = {
  whatsapp: 'whatsapp_cloud',
  instagram: 'instagram_graph',
  tiktok: 'tiktok_business',
} as const;
/** The channels of both tenants, one for each network, with weights that the rates of the networks allow. */
const plan = [
  ['whatsapp', 6],
  ['instagram', 4],
  ['tiktok', 1],
] as const;

/** Opens accounts at the providers, and verified channels for them in two tenants. */
export async function openShops(
  deps: Deps,
  simulator: Simulator,
  urls: readonly string[],
): Promise<Shop[]> {
  const [url = ''] = urls;
  const shops: Shop[] = [];
  // TikTok limits the requests of an app: the channels of both tenants share one.
  const shared = simulator.addApp(`${url}/hooks/tiktok`);
  for (let n = 0; n < 2; n += 1) {
    const { ctx, secret: apiKey } = await makeTenantWithKey(deps, `Soak ${n + 1}`);
    for (const [network, weight] of plan) {
      const app =
        network === 'tiktok'
          ? shared
          : simulator.addApp(`${urls[n % urls.length]}/hooks/${network}`);
      Object.assign(app, { secret: appSecret, verifyToken });
      const { account, accessToken, refreshToken } = simulator.addAccount(network, { app });
      const { name, language } = imageTemplate;
      account.templates.set(`${name} ${language}`, { id: `7${account.id}`, ...imageTemplate });
      const made = await post(url, apiKey, '/channels', {
        name: `${network} ${n + 1}`,
        type: network,
        provider: providers[network],
        config: configOf(account),
        credentials: { accessToken, ...(refreshToken && { refreshToken, appId: app.id }) },
      });
      const shop: Shop = {
        tenantId: ctx.db.tenantId,
        apiKey,
        channelId: made.id,
        account,
        weight,
        kinds: contents[network],
        accessToken,
      };
      await verify(url, shop);
      if (network === 'whatsapp') await addTemplate(url, shop);
      shops.push(shop);
    }
  }
  return shops;
}

/** Makes the token of a channel invalid, and sets another one a while later. */
export async function replaceToken(
  simulator: Simulator,
  urls: readonly string[],
  shop: Shop,
): Promise<void> {
  const { account } = shop;
  simulator.tokens.revokeAll(account.ownerId);
  await wait(2_000);
  const prefix = account.network === 'tiktok' ? 'act.' : 'EAA';
  shop.accessToken = simulator.tokens.issue(account.ownerId, { prefix });
  const credentials = { accessToken: shop.accessToken };
  const path = `/channels/${shop.channelId}`;
  const change = async (url: string) =>
    await call(url, shop.apiKey, 'PATCH', path, { body: { credentials } });
  await untilDone(urls, change, path);
  await untilDone(
    urls,
    (url) => call(url, shop.apiKey, 'POST', `${path}/verify`, { body: {} }),
    path,
  );
}

async function verify(url: string, { apiKey, channelId }: Shop): Promise<void> {
  const channel = await post(url, apiKey, `/channels/${channelId}/verify`, {});
  if (channel.status !== 'active') throw new Error(JSON.stringify(channel.verification));
}

/** Submits the template, and waits until the provider has approved it by webhook. */
async function addTemplate(url: string, { apiKey, channelId }: Shop): Promise<void> {
  const path = `/channels/${channelId}/templates`;
  const { id } = await post(url, apiKey, path, template);
  await untilDone(
    [url],
    async () => {
      const answer = await call(url, apiKey, 'GET', `${path}/${id}`);
      return answer?.body.status === 'approved' ? answer : undefined;
    },
    path,
  );
}

function configOf({ network, id, ownerId }: Account) {
  if (network === 'whatsapp') return { phoneNumberId: id, wabaId: ownerId };
  return network === 'instagram' ? { igUserId: id } : { businessId: id };
}

async function post(url: string, apiKey: string, path: string, body: object) {
  const made = await untilDone([url], () => call(url, apiKey, 'POST', path, { body }), path);
  return made.body;
}

/** Repeats a request while no response comes, or one that says to try later. */
export async function untilDone(
  urls: readonly string[],
  ask: (url: string) => ReturnType<typeof call>,
  what: string,
) {
  const giveUpAt = Date.now() + patienceMs;
  for (let n = 0; ; n += 1) {
    const answer = await ask(urls[n % urls.length] ?? '');
    if (answer && answer.status < 300) return answer;
    const isFinal = answer && answer.status < 500 && ![401, 409, 429].includes(answer.status);
    if (isFinal || Date.now() > giveUpAt) throw new Error(`${what}: ${JSON.stringify(answer)}`);
    await wait(100);
  }
}
