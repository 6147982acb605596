import * as z from 'zod';
import { jsonOf, type SimulatedAnswer } from '../http.ts';
import { type Account, type Call, isWindowOpen, type World } from '../world.ts';
import { done, failed } from './answers.ts';
import { uploadImage } from './media.ts';

const windowHours = 48;
/** How many messages TikTok accepts for a customer until the first answer. */
const mostUnanswered = 10;
const day = 86_400_000;
const accessLifeMs = day;
const refreshLifeMs = 365 * day;

const base = {
  business_id: z.string().min(1),
  recipient_type: z.literal('CONVERSATION'),
  recipient: z.string().min(1),
};
const short = (most: number) =>
  z.string().refine((text) => text !== '' && [...text].length <= most, `1 to ${most} characters`);
/** The shape of a card, whose kind decides the length of the titles of its options. */
const card = <Type extends string>(type: Type, longestTitle: number) =>
  z.strictObject({
    type: z.literal(type),
    title: short(40),
    buttons: z
      .array(
        z.strictObject({ type: z.literal('REPLY'), title: short(longestTitle), id: short(40) }),
      )
      .min(1)
      .max(3),
  });
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
    template: z.discriminatedUnion('type', [card('QA_BUTTON_CARD', 20), card('QA_LINK_CARD', 40)]),
  }),
  z.strictObject({
    ...base,
    message_type: z.literal('SENDER_ACTION'),
    sender_action: z.enum(['TYPING', 'MARK_READ']),
  }),
]);

const download = z.strictObject({
  business_id: z.string().min(1),
  conversation_id: z.string().min(1),
  message_id: z.string().min(1),
  media_id: z.string().min(1),
  media_type: z.enum(['IMAGE', 'VIDEO']),
});

/** Answers a request to TikTok's Business API. `path` begins after the version; all paths end in `/`. */
export async function tiktokRoute(
  world: World,
  call: Call,
  path: string,
): Promise<SimulatedAnswer> {
  if (!call.path.endsWith('/')) return { status: 404 };
  if (path === 'tt_user/oauth2/token') return exchange(world, call);
  if (path === 'tt_user/oauth2/refresh_token') return refresh(world, call);
  if (path === 'tt_user/token_info/get') return tokenInfo(world, call);
  if (path === 'business/webhook/update') return setCallback(world, call);
  const token = call.headers['access-token'];
  const { state, holder } = world.tokens.stateOf(typeof token === 'string' ? token : undefined);
  const account = world.accounts.find((one) => one.network === 'tiktok' && one.id === holder);
  if (state !== 'valid' || !account) return failed(40_105, 'Access token is incorrect or revoked');
  if (account.app.meter.take('', world.now()) !== 'taken')
    return failed(40_100, 'too many requests');
  switch (path) {
    case 'business/message/send':
      return send(world, account, call);
    case 'business/message/media/download':
      return locate(world, account, call);
    case 'business/message/media/upload':
      return await uploadImage(world, account, call);
    case 'business/get':
      if (call.query.get('business_id') !== account.id) return failed(40_001, 'no permission');
      return done({ username: account.address, display_name: 'Shop' });
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
  if (data.message_type === 'SENDER_ACTION') {
    const { recipient: about, sender_action: action } = data;
    if (!account.lastInboundMs.has(about)) return failed(40_002, 'unknown conversation');
    account.signals.push({ action, about });
    return done({ message: { message_id: '' } });
  }
  if (data.message_type === 'IMAGE') {
    const { media_id: id } = data.image;
    if (world.files.get(id)?.accountId !== account.id) return failed(40_002, `no media ${id}`);
  }
  const to = data.recipient;
  const now = world.now();
  // One code for a closed window, a used-up quota, and too many messages per second.
  if (!isWindowOpen(account, to, windowHours, now) || isUsedUp(account, to))
    return failed(40_064, 'blocked by rules');
  if (account.meter.take(to, now) !== 'taken') return failed(40_100, 'too many requests');
  const externalId = world.newId('tt');
  countSent(account, to);
  account.taken.push({ externalId, to, reference: undefined, body: { ...data }, atMs: now });
  const { message_type, business_id, recipient_type, recipient, ...content } = data;
  addEvent(world, account, 'im_send_msg', {
    message_id: externalId,
    conversation_id: to,
    type: message_type.toLowerCase(),
    ...content,
    message_tag: { source: 'API' },
  });
  addEvent(world, account, 'im_mark_read_msg', {
    conversation_id: to,
    read: { last_read_timestamp: now },
  });
  const json = { code: 0, message: 'OK', data: { message: { message_id: externalId } } };
  return { status: 200, json, isLost: call.fault?.kind === 'lost_answer' };
}

/** Returns whether a customer who has not answered has already got all messages that TikTok allows until then. */
function isUsedUp({ answered, unanswered }: Account, to: string): boolean {
  return !answered.has(to) && (unanswered.get(to) ?? 0) >= mostUnanswered;
}

/** Counts a message of the business toward those that the customer has not answered. */
export function countSent({ unanswered }: Account, to: string): void {
  unanswered.set(to, (unanswered.get(to) ?? 0) + 1);
}

/** Returns the bytes of a file to the account that received it. */
export function fileRoute(world: World, call: Call, id: string): SimulatedAnswer {
  const file = world.files.get(id);
  const token = call.headers['x-user'];
  const { state, holder } = world.tokens.stateOf(typeof token === 'string' ? token : undefined);
  if (!file) return { status: 404 };
  if (state !== 'valid' || holder !== file.accountId) return { status: 401 };
  return { status: 200, bytes: { type: file.mimeType, body: file.bytes } };
}

function locate(world: World, account: Account, call: Call): SimulatedAnswer {
  const { data, error } = download.safeParse(jsonOf(call));
  if (!data) return failed(40_002, error.issues[0]?.message ?? 'invalid');
  const file = world.files.get(data.media_id);
  const { conversation_id, message_id } = data;
  if (
    file?.accountId !== account.id ||
    data.business_id !== account.id ||
    file.message?.id !== message_id ||
    file.message.conversationId !== conversation_id
  ) {
    return failed(40_002, 'no such media');
  }
  return done({ download_url: `${world.url()}/tiktok-files/${data.media_id}` });
}

/** Sends an event of a TikTok account by webhook. */
export function addEvent(
  { outbox, now, files }: World,
  account: Account,
  event: string,
  content: Readonly<Record<string, unknown>>,
): void {
  const { image, video, message_id: id, conversation_id: conversationId } = content;
  const { media_id = '' } = (image ?? video ?? {}) as { readonly media_id?: string };
  const file = files.get(media_id);
  if (file) file.message = { id, conversationId };
  outbox.add('tiktok', account.app, {
    client_key: account.app.id,
    event,
    create_time: Math.floor(now() / 1_000),
    user_openid: account.id,
    content: JSON.stringify({ timestamp: now(), ...content }),
  });
}

type Form = Readonly<Record<string, string | undefined>>;

/** Returns tokens for an authorization code. Each code works once. */
function exchange(world: World, call: Call): SimulatedAnswer {
  const form = (jsonOf(call) ?? {}) as Form;
  const { grant_type, auth_code, redirect_uri = '' } = form;
  if (grant_type !== 'authorization_code' || !/^https:.*\/$/.test(redirect_uri))
    return failed(40_002, 'grant_type or redirect_uri is invalid');
  return issueTokens(world, form, { token: auth_code, kind: 'code' });
}

/** Returns new tokens for a refresh token, which then no longer works. */
function refresh(world: World, call: Call): SimulatedAnswer {
  const form = (jsonOf(call) ?? {}) as Form;
  if (form['grant_type'] !== 'refresh_token') return failed(40_002, 'grant_type is invalid');
  return issueTokens(world, form, { token: form['refresh_token'], kind: 'refresh' });
}

function issueTokens(
  { tokens, apps, now }: World,
  { client_id, client_secret }: Form,
  { token, kind }: { readonly token: string | undefined; readonly kind: 'code' | 'refresh' },
): SimulatedAnswer {
  const app = apps.find(({ id, secret }) => id === client_id && secret === client_secret);
  if (app && app.meter.take('', now()) !== 'taken') return failed(40_100, 'too many requests');
  const { state, holder = '' } = tokens.stateOf(token);
  const [known, open_id = ''] = holder.split(' ');
  if (!app || state !== 'valid' || known !== kind || open_id === '')
    return failed(40_105, `the ${kind} is invalid`);
  tokens.revoke(token ?? '');
  return done({
    access_token: tokens.issue(open_id, { prefix: 'act.', lifeMs: accessLifeMs }),
    expires_in: accessLifeMs / 1_000,
    refresh_token: tokens.issue(`refresh ${open_id}`, { prefix: 'rft.', lifeMs: refreshLifeMs }),
    refresh_token_expires_in: refreshLifeMs / 1_000,
    open_id,
  });
}

/** Returns the account that a token in the body belongs to. Only the app of the account may ask. */
function tokenInfo({ tokens, accounts }: World, call: Call): SimulatedAnswer {
  const { app_id, access_token } = (jsonOf(call) ?? {}) as Form;
  const { state, holder } = tokens.stateOf(access_token);
  const account = accounts.find(({ network, id }) => network === 'tiktok' && id === holder);
  if (state !== 'valid' || !account) return failed(40_105, 'the token is invalid');
  if (app_id !== account.app.id) return failed(40_001, 'no permission');
  return done({ app_id, open_id: account.id });
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
