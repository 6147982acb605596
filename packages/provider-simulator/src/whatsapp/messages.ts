import type * as z from 'zod';
import { graphError, ok, refuseRate, refuseToken, webhookError } from '../graph.ts';
import { jsonOf, type SimulatedAnswer } from '../http.ts';
import { type Account, type Call, isWindowOpen, type World } from '../world.ts';
import { readReport, type SentMessage, type SentTemplate, sentMessage } from './message-shape.ts';
import { refuseParameters } from './sent-template.ts';

const windowHours = 24;

/** Handles POST /{phone-number-id}/messages. */
export function sendMessage(world: World, account: Account, call: Call): SimulatedAnswer {
  const refused = refuseToken(world, call, (holder) => holder === account.ownerId);
  if (refused) return refused;
  const json = jsonOf(call);
  const read = readReport.safeParse(json);
  if (read.success) {
    const { message_id: about, typing_indicator } = read.data;
    if (!account.writtenIds.has(about)) return graphError(131009);
    account.signals.push({ action: typing_indicator ? 'typing' : 'read', about });
    return ok({ success: true });
  }
  const { data: message, error } = sentMessage.safeParse(json);
  if (!message) return invalid(json, error);
  const to = message.recipient ?? message.to?.replace('+', '') ?? '';
  const refusedContent = refuseContent(world, account, message);
  if (refusedContent) return refusedContent;
  const limited = refuseRate(account, to, world.now());
  if (limited) return limited;
  return accept(world, account, { message, to, call });
}

function accept(
  world: World,
  account: Account,
  { message, to, call }: { message: SentMessage; to: string; call: Call },
): SimulatedAnswer {
  const externalId = `wamid.${world.newId('HBgM')}`;
  const reference = message.biz_opaque_callback_data;
  const atMs = world.now();
  account.taken.push({ externalId, to, reference, body: { ...message }, atMs });
  const known = idsOf(account, message, to);
  const status = (name: string, more: object = {}) => {
    const value = {
      id: externalId,
      status: name,
      timestamp: String(Math.floor(world.now() / 1_000)),
      recipient_id: known.wa_id ?? to,
      ...(known.user_id !== undefined && { recipient_user_id: known.user_id }),
      ...(reference !== undefined && { biz_opaque_callback_data: reference }),
      ...more,
    };
    const contacts = known.user_id === undefined ? {} : { contacts: [known] };
    addChange(world, account, { ...contacts, statuses: [value] });
  };
  const needsWindow = message.type !== 'template';
  const code =
    call.fault?.kind === 'failed_later'
      ? call.fault.code
      : needsWindow && !isWindowOpen(account, known.wa_id ?? to, windowHours, atMs)
        ? 131047
        : undefined;
  if (code === undefined) {
    const category =
      message.type === 'template'
        ? String(templateOf(account, message.template)?.category).toLowerCase()
        : 'service';
    const pricing = { billable: !needsWindow, pricing_model: 'PMP', category };
    for (const name of ['sent', 'delivered', 'read']) status(name, { pricing });
  } else {
    status('failed', { errors: [webhookError(code)] });
  }
  const json = {
    messaging_product: 'whatsapp',
    contacts: [{ input: to, ...known }],
    messages: [{ id: externalId, message_status: 'accepted' }],
  };
  return { status: 200, json, isLost: call.fault?.kind === 'lost_answer' };
}

/** Returns the IDs that WhatsApp states for the recipient of a message. */
function idsOf({ recipients }: Account, { recipient }: SentMessage, to: string) {
  const { waId = recipient ? undefined : to, userId = recipient } = recipients.get(to) ?? {};
  return {
    ...(waId !== undefined && { wa_id: waId }),
    ...(userId !== undefined && { user_id: userId }),
  };
}

/** Sends a change of a phone number by webhook. */
export function addChange(
  { outbox }: World,
  account: Account,
  value: object,
  field = 'messages',
): void {
  const metadata = { display_phone_number: account.address, phone_number_id: account.id };
  const change = { field, value: { messaging_product: 'whatsapp', metadata, ...value } };
  outbox.add('whatsapp', account.app, { id: account.ownerId, changes: [change] });
}

function refuseContent(
  world: World,
  account: Account,
  message: SentMessage,
): SimulatedAnswer | undefined {
  if (message.type === 'template') {
    return (
      refuseHeader(world, account, message.template) ?? refuseTemplate(account, message.template)
    );
  }
  // The content of a type is in the field of its name.
  const { id } = (message as unknown as Record<string, { id?: string }>)[message.type] ?? {};
  if (id === undefined || message.type === 'interactive') return undefined;
  const refused = refuseFile(world, account, id);
  if (refused || message.type !== 'sticker') return refused;
  const { bytes } = world.files.get(id) ?? {};
  return bytes && bytes.length > stickerBytes(bytes) ? graphError(131053, 'sticker') : undefined;
}

/** Returns the maximum size of a sticker: more for an animated one, whose header has a flag. */
function stickerBytes(bytes: Buffer): number {
  const isAnimated = bytes.toString('latin1', 12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 2) > 0;
  return (isAnimated ? 500 : 100) * 1_024;
}

function refuseFile(world: World, account: Account, id: string): SimulatedAnswer | undefined {
  const file = world.files.get(id);
  if (!file || file.accountId !== account.id) return graphError(131009, `no media ${id}`);
  return undefined;
}

/** Returns an error unless the file of a template's header is a link, or was uploaded for this number. */
function refuseHeader(
  world: World,
  account: Account,
  { components = [] }: SentTemplate,
): SimulatedAnswer | undefined {
  const header = components.find(({ type }) => type === 'header');
  for (const parameter of header?.parameters ?? []) {
    const { id, link } = Object(parameter[parameter.type]) as { id?: string; link?: string };
    if (id !== undefined && link !== undefined) return graphError(100, 'id or link');
    if (id !== undefined) return refuseFile(world, account, id);
  }
  return undefined;
}

function templateOf({ templates }: Account, { name, language }: SentTemplate) {
  return templates.get(`${name} ${language.code}`);
}

function refuseTemplate(account: Account, sent: SentTemplate): SimulatedAnswer | undefined {
  const template = templateOf(account, sent);
  if (template?.status !== 'APPROVED') return graphError(132001, `${sent.name} is not approved`);
  return refuseParameters(template, sent);
}

/** Returns the error for the first mistake: a missing parameter or a wrong one. */
function invalid(json: unknown, { issues }: z.ZodError): SimulatedAnswer {
  const [{ path, message } = { path: [], message: 'invalid' }] = issues;
  const given = path.reduce<unknown>(
    (value, name) => (value as Record<PropertyKey, unknown> | undefined)?.[name],
    json,
  );
  return graphError(given === undefined ? 131008 : 100, `${path.join('.')}: ${message}`);
}
