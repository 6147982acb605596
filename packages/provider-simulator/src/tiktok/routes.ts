import * as z from 'zod';
import { jsonOf, type SimulatedAnswer } from '../http.ts';
import { type Account, type Call, isWindowOpen, type World } from '../world.ts';

const windowHours = 48;
const day = 86_400_000;
const accessLifeMs = day;
const refreshLifeMs = 365 * day;

const base = {
  business_id: z.string().min(1),
  recipient_type: z.literal('CONVERSATION'),
  recipient: z.string().min(1),
};
const sent = z.discriminatedUnion('message_type', [
  z.strictObject({
    ...base,
    message_type: z.literal('TEXT'),
    text: z.strictObject({ body: z.string().min(1).max(6_000) }),
    referenced_message_info: z
      .strictObject({ referenced_message_id: z.string().min(1) })
      .optional(),
  }),
  z.strictObject({
    ...base,
    message_type: z.literal('IMAGE'),
    image: z.strictObject({ media_id: z.string().min(1) }),
  }),
  z.strictObject({
    ...base,
    message_type: z.literal('TEMPLATE'),
    template: z.strictObject({
      type: z.enum(['QA_BUTTON_CARD', 'QA_LINK_CARD']),
      title: z.string().min(1).max(40),
      buttons: z
        .array(
          z.strictObject({
            type: z.literal('REPLY'),
            title: z.string().min(1).max(40),
            id: z.string().min(1).max(40),
          }),
        )
        .min(1)
        .max(3),
    }),
  }),
  z.strictObject({
    ...base,
    message_type: z.literal('SENDER_ACTION'),
    sender_action: z.enum(['TYPING', 'MARK_READ']),
  }),
]);

/** The endpoints of TikTok's Business API. `path` begins after the version; all paths end in `/`. */
export function tiktokRoute(world: World, call: Call, path: string): SimulatedAnswer {
  if (!call.path.endsWith('/')) return { status: 404 };
  if (path === 'tt_user/oauth2/refresh_token') return refresh(world, call);
  if (path === 'business/webhook/update') return setCallback(world, call);
  const token = call.headers['access-token'];
  const { state, holder } = world.tokens.stateOf(typeof token === 'string' ? token : undefined);
  const account = world.accounts.find((one) => one.network === 'tiktok' && one.id === holder);
  if (state !== 'valid' || !account) return failed(40_105, 'Access token is incorrect or revoked');
  switch (path) {
    case 'business/message/send':
      return send(world, account, call);
    case 'business/get':
      return done({ username: account.address, display_name: 'Shop' });
    case 'tt_user/token_info/get':
      return done({ app_id: account.app.id, open_id: account.id });
    case 'business/message/capabilities/get':
      return done({
        capability_infos: [{ capability_type: 'IMAGE_SEND', capability_result: true }],
      });
    default:
      return failed(40_002, 'unknown path');
  }
}

function send(world: World, account: Account, call: Call): SimulatedAnswer {
  const { data, error } = sent.safeParse(jsonOf(call));
  if (!data) return failed(40_002, error.issues[0]?.message ?? 'invalid');
  if (data.business_id !== account.id) return failed(40_001, 'no permission');
  if (data.message_type === 'SENDER_ACTION') return done({ message: { message_id: '' } });
  const to = data.recipient;
  const now = world.now();
  // One code for a closed window, a used quota, and a pace that is too fast.
  if (!isWindowOpen(account, to, windowHours, now)) return failed(40_064, 'blocked by rules');
  if (account.meter.take(to, now) !== 'taken') return failed(40_100, 'too many requests');
  const externalId = world.newId('tt');
  account.taken.push({ externalId, to, reference: undefined, body: { ...data }, atMs: now });
  const type = data.message_type.toLowerCase();
  addEvent(world, account, 'im_send_msg', {
    message_id: externalId,
    conversation_id: to,
    type,
    ...('text' in data && { text: data.text }),
    message_tag: { source: 'API' },
  });
  addEvent(world, account, 'im_mark_read_msg', {
    conversation_id: to,
    read: { last_read_timestamp: now },
  });
  const json = { code: 0, message: 'OK', data: { message: { message_id: externalId } } };
  return { status: 200, json, isLost: call.fault?.kind === 'lost_answer' };
}

/** Adds an event of an account to the webhooks. */
export function addEvent(
  { outbox, now }: World,
  account: Account,
  event: string,
  content: object,
): void {
  outbox.add('tiktok', account.app, {
    client_key: account.app.id,
    event,
    create_time: Math.floor(now() / 1_000),
    user_openid: account.id,
    content: JSON.stringify({ timestamp: now(), ...content }),
  });
}

/** Every refresh gives another refresh token, and ends the one that was used. */
function refresh({ tokens, apps }: World, call: Call): SimulatedAnswer {
  const { client_id, client_secret, refresh_token, grant_type } = (jsonOf(call) ?? {}) as Record<
    string,
    string | undefined
  >;
  const isApp = apps.some((app) => app.id === client_id && app.secret === client_secret);
  const { state, holder } = tokens.stateOf(refresh_token);
  const open_id = holder?.replace(/^refresh /, '');
  if (!isApp || grant_type !== 'refresh_token' || state !== 'valid' || open_id === holder)
    return failed(40_105, 'refresh token is invalid');
  tokens.revoke(refresh_token ?? '');
  return done({
    access_token: tokens.issue(open_id ?? '', { prefix: 'act.', lifeMs: accessLifeMs }),
    expires_in: accessLifeMs / 1_000,
    refresh_token: tokens.issue(`refresh ${open_id}`, { prefix: 'rft.', lifeMs: refreshLifeMs }),
    refresh_token_expires_in: refreshLifeMs / 1_000,
    open_id,
  });
}

function setCallback({ apps }: World, call: Call): SimulatedAnswer {
  const { app_id, secret, event_type, callback_url } = (jsonOf(call) ?? {}) as Record<
    string,
    string | undefined
  >;
  const app = apps.find((one) => one.id === app_id && one.secret === secret);
  if (!app || event_type !== 'DIRECT_MESSAGE') return failed(40_001, 'no permission');
  app.callbackUrl = callback_url;
  return done({});
}

function done(data: unknown): SimulatedAnswer {
  return { status: 200, json: { code: 0, message: 'OK', data } };
}

/** Errors have the status 200, too. */
export function failed(code: number, message: string): SimulatedAnswer {
  return { status: 200, json: { code, message, data: {} } };
}
