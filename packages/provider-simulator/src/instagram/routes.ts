import * as z from 'zod';
import { graphError, ok, refuseRate, refuseToken } from '../graph.ts';
import { bearerOf, jsonOf, type SimulatedAnswer } from '../http.ts';
import { type Account, type Call, isWindowOpen, type World } from '../world.ts';

const windowHours = 24;
const humanAgentHours = 7 * 24;
const day = 86_400_000;
const tokenLifeMs = 60 * day;

const utf8 = (most: number) =>
  z.string().refine((text) => Buffer.byteLength(text) <= most, `${most} bytes`);
const quickReply = z.strictObject({
  content_type: z.literal('text'),
  title: z.string().min(1).max(20),
  payload: z.string().min(1).max(1_000),
});
const file = z.strictObject({
  type: z.enum(['image', 'audio', 'video', 'file']),
  payload: z
    .strictObject({ url: z.url().optional(), attachment_id: z.string().optional() })
    .refine(({ url, attachment_id }) => (url === undefined) !== (attachment_id === undefined)),
});
const templateButton = z.union([
  z.strictObject({ type: z.literal('web_url'), title: z.string().min(1).max(20), url: z.url() }),
  z.strictObject({
    type: z.literal('postback'),
    title: z.string().min(1).max(20),
    payload: z.string().min(1).max(1_000),
  }),
]);
const template = z.strictObject({
  type: z.literal('template'),
  payload: z.strictObject({
    template_type: z.literal('button'),
    text: z.string().min(1).max(640),
    buttons: z.array(templateButton).min(1).max(3),
  }),
});
const quoted = { reply_to: z.strictObject({ mid: z.string().min(1) }).optional() };
const message = z.union([
  z.strictObject({
    text: utf8(1_000).min(1),
    quick_replies: z.array(quickReply).min(1).max(13).optional(),
  }),
  z.strictObject({ attachment: z.union([file, template]) }),
  z.strictObject({ attachments: z.array(file).min(1).max(10) }),
]);
const recipient = z.strictObject({ id: z.string().regex(/^\d+$/) });
const sent = z.strictObject({
  recipient,
  message,
  messaging_type: z.enum(['RESPONSE', 'MESSAGE_TAG']).optional(),
  tag: z.literal('HUMAN_AGENT').optional(),
  ...quoted,
});
const action = z.strictObject({
  recipient,
  sender_action: z.enum(['mark_seen', 'typing_on', 'typing_off']),
});
const target = { message_id: z.string().min(1) };
const reacted = z.discriminatedUnion('sender_action', [
  z.strictObject({
    recipient,
    sender_action: z.literal('react'),
    payload: z.strictObject({ ...target, reaction: z.union([z.literal('love'), z.emoji()]) }),
  }),
  z.strictObject({
    recipient,
    sender_action: z.literal('unreact'),
    payload: z.strictObject(target),
  }),
]);
const webhookFields = new Set([
  'messages',
  'message_echoes',
  'message_reactions',
  'message_edit',
  'messaging_postbacks',
  'messaging_referral',
  'messaging_seen',
  'standby',
]);

/** Answers a request to graph.instagram.com. `path` begins after the version. */
export function instagramRoute(world: World, call: Call, path: readonly string[]): SimulatedAnswer {
  const [first = '', second = ''] = path;
  if (first === 'refresh_access_token') return refresh(world, call);
  const account = world.accounts.find(
    (one) => one.network === 'instagram' && isOwn(world, call, one),
  );
  if (!account) return refuseToken(world, call, () => false) ?? graphError(190);
  if ((first === 'me' || first === account.id) && second === 'messages')
    return call.method === 'POST' ? send(world, account, call) : graphError(100);
  if (first === 'me' && second === 'subscribed_apps') return subscribe(account, call);
  // `id` is another number than `user_id`, by which webhooks name the account.
  const me = { id: `9${account.id}`, user_id: account.id, username: account.address };
  if (first === 'me') return ok({ ...me, name: 'Shop', account_type: 'BUSINESS' });
  return readProfile(account, call, first);
}

function subscribe(account: Account, { method, query }: Call): SimulatedAnswer {
  if (method !== 'POST') return ok({ success: true });
  const fields = (query.get('subscribed_fields') ?? '').split(',');
  if (fields.some((field) => !webhookFields.has(field)))
    return graphError(100, 'subscribed_fields');
  account.isSubscribed = true;
  return ok({ success: true });
}

const profileFields = ['name', 'username'] as const;
const otherFields = [
  'id',
  'profile_pic',
  'follower_count',
  'is_user_follow_business',
  'is_business_follow_user',
  'is_verified_user',
];

/** Answers with the names of a customer who wrote to the account and consented. */
function readProfile(account: Account, { query }: Call, id: string): SimulatedAnswer {
  const asked = (query.get('fields') ?? 'name').split(',');
  const known: readonly string[] = [...profileFields, ...otherFields];
  if (asked.some((field) => !known.includes(field))) return graphError(100);
  const profile = account.profiles.get(id);
  if (!profile) return graphError(230);
  const shown = profileFields.filter((field) => asked.includes(field));
  return ok({ ...Object.fromEntries(shown.map((field) => [field, profile[field]])), id });
}

function send(world: World, account: Account, call: Call): SimulatedAnswer {
  const json = jsonOf(call);
  const acted = action.safeParse(json);
  if (acted.success) {
    const about = acted.data.recipient.id;
    if (!account.lastInboundMs.has(about))
      return graphError(100, undefined, { subcode: 2_534_014 });
    account.signals.push({ action: acted.data.sender_action, about });
    return ok({ recipient_id: about });
  }
  const { data: reaction } = reacted.safeParse(json);
  if (reaction) return react(world, account, call, reaction);
  const { data } = sent.safeParse(json);
  if (!data) return graphError(100, undefined, { subcode: 2_534_015 });
  const to = data.recipient.id;
  const now = world.now();
  if (!account.lastInboundMs.has(to)) return graphError(100, undefined, { subcode: 2_534_014 });
  const hours = data.tag ? humanAgentHours : windowHours;
  if (!isWindowOpen(account, to, hours, now))
    return graphError(10, undefined, { subcode: 2_534_022 });
  if (hasSlowFile(data.message) && account.slowFiles.take(to, now) !== 'taken')
    return graphError(613);
  const limited = refuseRate(account, to, now);
  if (limited) return limited;
  const externalId = world.newId('aWdf');
  account.taken.push({ externalId, to, reference: undefined, body: { ...data }, atMs: now });
  const content = { mid: externalId, ...shownOf(data.message), is_echo: true };
  addEvent(world, account, { from: account.id, to }, { message: content });
  addEvent(world, account, { from: to, to: account.id }, { read: { mid: externalId } });
  const answer = { recipient_id: to, message_id: externalId };
  return { status: 200, json: answer, isLost: call.fault?.kind === 'lost_answer' };
}

/** Returns whether a message has audio or video. */
function hasSlowFile(sent: z.infer<typeof message>): boolean {
  if ('text' in sent) return false;
  const files = 'attachment' in sent ? [sent.attachment] : sent.attachments;
  return files.some(({ type }) => type === 'audio' || type === 'video');
}

/** Returns a sent message in the form that webhooks have, which differs from that of the request. */
function shownOf(sent: z.infer<typeof message>) {
  if ('text' in sent) return { text: sent.text };
  return { attachments: 'attachment' in sent ? [sent.attachment] : sent.attachments };
}

function react(
  world: World,
  account: Account,
  call: Call,
  reaction: z.infer<typeof reacted>,
): SimulatedAnswer {
  const to = reaction.recipient.id;
  if (!account.lastInboundMs.has(to)) return graphError(100, undefined, { subcode: 2_534_014 });
  // A reaction has no ID of its own.
  const externalId = `reaction ${reaction.payload.message_id}`;
  const body = { ...reaction };
  account.taken.push({ externalId, to, reference: undefined, body, atMs: world.now() });
  return { ...ok({ recipient_id: to }), isLost: call.fault?.kind === 'lost_answer' };
}

/** Sends an event of an Instagram account by webhook. */
export function addEvent(
  { outbox, now }: World,
  account: Account,
  { from, to }: { readonly from: string; readonly to: string },
  event: object,
): void {
  const messaging = [{ sender: { id: from }, recipient: { id: to }, timestamp: now(), ...event }];
  outbox.add('instagram', account.app, { id: account.id, time: now(), messaging });
}

function refresh({ tokens, now }: World, { query }: Call): SimulatedAnswer {
  const { state, holder, issuedMs = 0 } = tokens.stateOf(query.get('access_token') ?? '');
  const isType = query.get('grant_type') === 'ig_refresh_token';
  // A token can be refreshed from the second day on, and not once it has expired.
  if (state !== 'valid' || holder === undefined) return graphError(190);
  if (!isType || now() - issuedMs < day) return graphError(100);
  const access_token = tokens.issue(holder, { prefix: 'IGA', lifeMs: tokenLifeMs });
  return ok({ access_token, token_type: 'bearer', expires_in: Math.floor(tokenLifeMs / 1_000) });
}

function isOwn({ tokens }: World, call: Call, account: Account): boolean {
  const token = bearerOf(call) ?? call.query.get('access_token') ?? undefined;
  const { state, holder } = tokens.stateOf(token);
  return state === 'valid' && holder === account.id;
}
