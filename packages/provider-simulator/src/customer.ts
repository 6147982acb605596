import { addEvent as addInstagramEvent } from './instagram/routes.ts';
import { addEvent as addTiktokEvent } from './tiktok/routes.ts';
import { addChange } from './whatsapp/messages.ts';
import type { Account, World } from './world.ts';

/** What a customer sends, by the network's own words for it: `{ type: 'text', text: { body: 'Hi' } }`. */
export type CustomerContent = Readonly<Record<string, unknown>>;

/** A person who writes to an account. */
export interface Customer {
  /** WhatsApp: phone number; Instagram: scoped ID; TikTok: conversation ID. */
  readonly address: string;
  readonly name?: string;
  /** WhatsApp: the business-scoped user ID. */
  readonly userId?: string;
}

/** Sends a message of a customer by webhook. Returns the provider's ID of it. */
export function writeAs(
  world: World,
  account: Account,
  customer: Customer,
  content: CustomerContent,
): string {
  const { address } = customer;
  account.lastInboundMs.set(address, world.now());
  switch (account.network) {
    case 'whatsapp':
      return writeOnWhatsapp(world, account, customer, content);
    case 'instagram': {
      const mid = world.newId('aWdf');
      const message = { mid, ...content };
      addInstagramEvent(world, account, { from: address, to: account.id }, { message });
      return mid;
    }
    case 'tiktok': {
      const message_id = world.newId('tt');
      const more = { conversation_id: address, from: customer.name, from_user: { id: 'user' } };
      addTiktokEvent(world, account, 'im_receive_msg', { message_id, ...more, ...content });
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
