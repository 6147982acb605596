import { graphError, missingObject, ok, refuseToken } from '../graph.ts';
import { jsonOf, type SimulatedAnswer } from '../http.ts';
import type { Account, Call, World } from '../world.ts';
import { downloadMedia, mediaRoute, uploadMedia } from './media.ts';
import { sendMessage } from './messages.ts';
import { templateRoute } from './templates.ts';
import { beginUpload, takeUpload } from './uploads.ts';

/** Answers a request to the Cloud API. `path` begins after the version. */
export async function whatsappRoute(
  world: World,
  call: Call,
  [id = '', action = '']: readonly string[],
): Promise<SimulatedAnswer> {
  const numbers = world.accounts.filter(({ network }) => network === 'whatsapp');
  const number = numbers.find((one) => one.id === id);
  if (number) return await numberRoute(world, number, call, action);
  const owned = numbers.filter((one) => one.ownerId === id);
  const [first] = owned;
  if (first) return ownerRoute(world, owned, call, action);
  if (id === 'debug_token') return debugToken(world, call);
  const app = world.apps.find((one) => one.id === id);
  if (app && action === 'subscriptions') return setCallback(world, call, app.id);
  if (app && action === 'uploads') return beginUpload(world, app, call);
  if (id.startsWith('upload:')) return takeUpload(world, call, id);
  const media = mediaRoute(world, call, id);
  if (media) return media;
  const withTemplate = numbers.find(({ templates }) =>
    [...templates.values()].some((template) => template.id === id),
  );
  if (withTemplate) return templateRoute(world, withTemplate, call, id);
  return missingObject();
}

/** Answers a request to the separate host for the files of messages. */
export function lookasideRoute(world: World, call: Call, [id = '']: readonly string[]) {
  return downloadMedia(world, call, id);
}

async function numberRoute(
  world: World,
  account: Account,
  call: Call,
  action: string,
): Promise<SimulatedAnswer> {
  if (action === 'messages' && call.method === 'POST') return sendMessage(world, account, call);
  if (action === 'media' && call.method === 'POST') return await uploadMedia(world, account, call);
  const refused = refuseToken(world, call, (holder) => holder === account.ownerId);
  if (refused) return refused;
  if (action === 'register' && call.method === 'POST') {
    const { pin } = (jsonOf(call) ?? {}) as { pin?: unknown };
    return /^\d{6}$/.test(String(pin)) ? ok({ success: true }) : graphError(100, 'pin');
  }
  if (action !== '' || call.method !== 'GET') return graphError(100);
  return ok(fieldsOf(call, describe(account)));
}

function ownerRoute(
  world: World,
  owned: readonly Account[],
  call: Call,
  action: string,
): SimulatedAnswer {
  const [first] = owned;
  // The caller has found at least one.
  if (!first) return missingObject();
  if (action === 'message_templates') return templateRoute(world, first, call);
  const refused = refuseToken(world, call, (holder) => holder === first.ownerId);
  if (refused) return refused;
  if (action === 'phone_numbers') return ok(pageOf(call, owned));
  if (action !== 'subscribed_apps') return graphError(100);
  if (call.method === 'POST') {
    const { override_callback_uri: url, verify_token } = (jsonOf(call) ?? {}) as {
      override_callback_uri?: string;
      verify_token?: string;
    };
    if (url !== undefined && (!first.isSubscribed || verify_token === undefined))
      return graphError(100, 'subscribe without an override first');
    for (const account of owned) account.isSubscribed = true;
    if (url !== undefined) first.app.callbackUrl = url;
    return ok({ success: true });
  }
  if (call.method === 'DELETE') {
    for (const account of owned) account.isSubscribed = false;
    return ok({ success: true });
  }
  const { id } = first.app;
  const data = { whatsapp_business_api_data: { id, name: 'App', link: 'https://example.com' } };
  return ok({ data: first.isSubscribed ? [data] : [] });
}

/** Returns a page of phone numbers, with a cursor when others follow. */
function pageOf({ query, path }: Call, owned: readonly Account[]) {
  const limit = Math.min(100, Number(query.get('limit') ?? 25));
  const after = query.get('after');
  const start = owned.findIndex(({ id }) => id === after) + 1;
  const shown = owned.slice(start, start + limit);
  const last = shown.at(-1)?.id ?? '';
  const hasMore = start + limit < owned.length;
  const next = hasMore && { next: `https://graph.example.com${path}?after=${last}` };
  return { data: shown.map(describe), paging: { cursors: { after: last }, ...next } };
}

function describe(account: Account) {
  return {
    id: account.id,
    display_phone_number: account.address,
    verified_name: 'Shop',
    quality_rating: account.quality.rating,
    status: 'CONNECTED',
    name_status: 'APPROVED',
    code_verification_status: 'VERIFIED',
    platform_type: 'CLOUD_API',
    throughput: { level: 'STANDARD' },
    health_status: { can_send_message: 'AVAILABLE' },
    whatsapp_business_manager_messaging_limit: account.quality.limit,
  };
}

/** Returns the requested fields of a record, and always its `id`. */
function fieldsOf({ query }: Call, record: Readonly<Record<string, unknown>>) {
  const wanted = new Set((query.get('fields') ?? 'display_phone_number,verified_name').split(','));
  return Object.fromEntries(
    Object.entries(record).filter(([name]) => name === 'id' || wanted.has(name)),
  );
}

function debugToken({ tokens, apps }: World, { query }: Call): SimulatedAnswer {
  const [appId, secret] = (query.get('access_token') ?? '').split('|');
  if (!apps.some((app) => app.id === appId && app.secret === secret)) return graphError(190);
  const token = query.get('input_token') ?? '';
  const { state } = tokens.stateOf(token);
  const scopes = ['whatsapp_business_messaging', 'whatsapp_business_management'];
  return ok({
    data: {
      app_id: appId,
      type: 'SYSTEM_USER',
      is_valid: state === 'valid',
      expires_at: tokens.expiresAt(token),
      scopes: state === 'valid' ? scopes : [],
    },
  });
}

/** Handles POST /{app-id}/subscriptions. Does not verify the URL: `Simulator.connect` does. */
function setCallback({ apps }: World, { query }: Call, appId: string): SimulatedAnswer {
  const app = apps.find((one) => one.id === appId);
  const url = query.get('callback_url');
  if (!app || !url || query.get('object') !== 'whatsapp_business_account') return graphError(100);
  if (query.get('access_token') !== `${app.id}|${app.secret}`) return graphError(190);
  app.callbackUrl = url;
  app.verifyToken = query.get('verify_token') ?? '';
  return ok({ success: true });
}
