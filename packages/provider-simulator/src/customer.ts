import { addEvent as addInstagramEvent } from './instagram/routes.ts';
import { addEvent as addTiktokEvent, countSent } from './tiktok/routes.ts';
import { addChange } from './whatsapp/messages.ts';
import type { Account, World } from './world.ts';

/**
 * A customer's message in the format of the network: `{ type: 'text', text: { body: 'Hi' } }`. On Instagram also an
 * event that is not a message: `{ reaction: { mid, action: 'react' } }`.
 */
export type CustomerContent = Readonly<Record<string, unknown>>;

/** A person who writes to an account. */
export interface Customer {
  /** WhatsApp: phone number; Instagram: scoped ID; TikTok: conversation ID. */
  readonly address: string;
  readonly name?: string;
  /** Instagram: the username, which no webhook states. */
  readonly username?: string;
  /** Instagram: whether the app may not read the names of the customer. Default: false. */
  readonly isPrivate?: boolean;
  /** WhatsApp: the business-scoped user ID. */
  readonly userId?: string;
}

/** Sends a customer's message by webhook. Returns the provider's ID of the message. */
export function writeAs(
  world: World,
  account: Account,
  customer: Customer,
  content: CustomerContent,
): string {
  account.lastInboundMs.set(customer.address, world.now());
  const id = written(world, account, customer, content);
  account.writtenIds.add(id);
  return id;
}

function written(
  world: World,
  account: Account,
  customer: Customer,
  content: CustomerContent,
): string {
  const { address } = customer;
  switch (account.network) {
    case 'whatsapp':
      return writeOnWhatsapp(world, account, customer, content);
    case 'instagram': {
      const mid = world.newId('aWdf');
      const { name = 'Ana', username = `user.${address}`, isPrivate = false } = customer;
      if (isPrivate) account.profiles.delete(address);
      else account.profiles.set(address, { name, username });
      const { postback, reaction, message_edit, ...message } = content;
      const event = postback
        ? { postback: { mid, ...postback } }
        : reaction || message_edit
          ? { reaction, message_edit }
          : { message: { mid, ...message } };
      addInstagramEvent(world, account, { from: address, to: account.id }, event);
      return mid;
    }
    case 'tiktok': {
      const message_id = world.newId('tt');
      if (content['type'] !== 'reaction' && account.unanswered.has(address))
        account.answered.add(address);
      const more = { conversation_id: address, from: customer.name, from_user: { id: 'user' } };
      addTiktokEvent(world, account, 'im_receive_msg', { message_id, ...more, ...content });
      return message_id;
    }
  }
}

/**
 * Sends an echo of a message that the business wrote with the network's own app. Returns the provider's ID of the
 * message.
 */
export function writeInApp(world: World, account: Account, address: string, body: string): string {
  switch (account.network) {
    case 'whatsapp': {
      const id = `wamid.${world.newId('HBgA')}`;
      const timestamp = String(Math.floor(world.now() / 1_000));
      const text = { type: 'text', text: { body } };
      const echo = { from: account.address, to: address, id, timestamp, ...text };
      addChange(world, account, { message_echoes: [echo] }, 'smb_message_echoes');
      return id;
    }
    case 'instagram': {
      const mid = world.newId('aWdf');
      const message = { mid, text: body, is_echo: true };
      addInstagramEvent(world, account, { from: account.id, to: address }, { message });
      return mid;
    }
    case 'tiktok': {
      const message_id = world.newId('tt');
      const text = { type: 'text', text: { body }, message_tag: { source: 'APP' } };
      const content = { message_id, conversation_id: address, ...text };
      countSent(account, address);
      addTiktokEvent(world, account, 'im_send_msg', content);
      return message_id;
    }
  }
}

function writeOnWhatsapp(
  world: World,
  account: Account,
  { address, name = 'Ana', userId }: Customer,
  content: CustomerContent,
): string {
  const id = `wamid.${world.newId('HBgL')}`;
  const ids = userId === undefined ? {} : { user_id: userId };
  const contact = { profile: { name }, wa_id: address, ...ids };
  const message = {
    from: address,
    ...(userId !== undefined && { from_user_id: userId }),
    id,
    timestamp: String(Math.floor(world.now() / 1_000)),
    ...content,
  };
  addChange(world, account, { contacts: [contact], messages: [message] });
  return id;
}
