import { type ChannelType, type Message, simulateInboundBody } from '@parley/contract';
import { type StoredChannel, withFields } from '@parley/domain';
import * as z from 'zod';
import { channelRecords } from './channel-records.ts';
import { check, refusedAs } from './check-seed.ts';
import type { SimulateInboundBody } from './generated/types.ts';
import { applyChange, findNamed, receiveEcho, receiveInbound } from './inbound.ts';
import { MockError } from './problems.ts';
import { toMessage } from './record-answers.ts';
import type { Store } from './store.ts';

interface OnChannel {
  /** ID of the channel. Default: the only channel of the tenant; with several channels, `inbound` throws without it. */
  channelId?: string | undefined;
}

/** The body of a simulated message without a required `from`. It is computed for each kind of message separately. */
type Sent<Body> = Body extends { from: string }
  ? Omit<Body, 'from'> &
      OnChannel & { /** Default: always the same customer. */ from?: string | undefined }
  : never;

/** An action of a customer: a new message, or a change of an earlier one. Also an echo of the business. */
export type Inbound =
  | Sent<SimulateInboundBody>
  | (OnChannel & {
      type: 'edit';
      /** The provider's ID of the message. */
      externalId: string;
      text: string;
    })
  | (OnChannel & { type: 'deletion' /** The provider's ID of the message. */; externalId: string })
  | (OnChannel & {
      /** A text that the business sent with the network's own app. */
      type: 'echo';
      text: string;
      /** Address of the customer. Default: always the same customer. */
      to?: string | undefined;
      /** The provider's ID of the message. If a message has this ID already, nothing changes. Default: a new ID. */
      externalId?: string | undefined;
    });

const customers: Readonly<Record<ChannelType, string>> = {
  whatsapp: '5511987654321',
  instagram: '17841400000000321',
  tiktok: 'conversation-321',
};

const { text, from, externalId } = simulateInboundBody.options[0].shape;
const echoBody = z.object({ type: z.literal('echo'), text, to: from, externalId });
const named = externalId.unwrap();
const changeBody = z.discriminatedUnion('type', [
  z.object({ type: z.literal('edit'), externalId: named, text }),
  z.object({ type: z.literal('deletion'), externalId: named }),
]);

/** Handles an action of a customer by the rules of the server, and returns the message. */
export function takeInbound(store: Store, { channelId, ...inbound }: Inbound): Message {
  const where = 'inbound';
  const channel = channelOf(store, channelId);
  if (inbound.type === 'edit' || inbound.type === 'deletion') {
    return changeMessage(store, channel, check(where, changeBody, inbound));
  }
  if (inbound.type === 'echo') {
    const echo = check(where, echoBody, withFields({ to: customers[channel.type] }, inbound));
    return refusedAs(where, () => receiveEcho(store, channel, echo));
  }
  const body = check(
    where,
    simulateInboundBody,
    withFields({ from: customers[channel.type] }, inbound),
  );
  return refusedAs(where, () => receiveInbound(store, channel, body).message);
}

function changeMessage(
  store: Store,
  channel: StoredChannel,
  sent: z.output<typeof changeBody>,
): Message {
  const message = findNamed(store, channel, sent.externalId);
  if (!message) throw new MockError(`inbound: no message has externalId ${sent.externalId}`);
  const { type } = sent;
  const change = type === 'edit' ? { kind: type, text: sent.text } : { kind: 'revoke' as const };
  applyChange(store, message, change, store.now());
  return toMessage(store, message);
}

function channelOf(store: Store, id: string | undefined): StoredChannel {
  if (id !== undefined) return refusedAs('inbound', () => channelRecords.get(store, id));
  const [channel, ...others] = [...store.channels.values()].filter(
    ({ archivedAt }) => archivedAt === null,
  );
  if (channel && others.length === 0) return channel;
  const reason = channel
    ? 'there are several channels'
    : 'there is no channel; use seed.channels(1)';
  throw new MockError(`inbound: name the channelId: ${reason}`);
}
