import { expect, test } from 'vitest';
import { expectBelow } from '../../../../scripts/test/expect-short-hold.ts';
import { cpuOf } from '../../../../scripts/test/longest-hold.ts';
import { whatsappBody } from '../../test/whatsapp-bodies.ts';
import { itemsOrKept, lanesOf } from './lanes.ts';
import { networks } from './networks.ts';

/** The largest body that the server accepts. */
const largest = 3 * 1_048_576;

const many = <One>(count: number, one: (n: number) => One) =>
  Array.from({ length: count }, (_, n) => one(n));
const fields = (count: number) => Object.fromEntries(many(count, (n) => [`k${n}`, 1]));
const padding = 'x'.repeat(1_000_000);
const profile = { name: 'Ana Lima' };
const text = { type: 'text', timestamp: '1700000000', text: { body: 'Hello' } };
const messages = many(10_000, (n) => ({ from: `${n}`, id: `wamid.${n}`, ...text }));
const event = (n: number) => ({ sender: { id: `${n}` }, message: { mid: `${n}`, text: 'Hello' } });

/** Bodies with the number of their items, or `kept` if they cannot be split. */
const bodies = {
  'people who each sent a message': {
    type: 'whatsapp',
    body: whatsappBody('1', {
      contacts: messages.map(({ from }) => ({ wa_id: from, profile })),
      messages,
    }),
    items: 10_000,
  },
  'people who each received an echo': {
    type: 'whatsapp',
    body: whatsappBody('1', {
      contacts: messages.map(({ from }) => ({ wa_id: from, profile })),
      message_echoes: messages.map(({ from, ...echo }) => ({ to: from, ...echo })),
    }),
    items: 10_000,
  },
  'one long field beside messages': {
    type: 'whatsapp',
    body: whatsappBody('1', { padding, messages }),
    items: 10_000,
  },
  'one long contact of all messages': {
    type: 'whatsapp',
    body: whatsappBody('1', {
      contacts: [{ wa_id: '1', profile: { name: padding } }],
      messages: messages.map((message) => ({ ...message, from: '1' })),
    }),
    items: 'kept',
  },
  'one long ID of an entry with many changes': {
    type: 'whatsapp',
    body: {
      object: 'whatsapp_business_account',
      entry: [
        {
          id: padding,
          changes: many(10_000, () => ({
            field: 'messages',
            value: { metadata: { phone_number_id: '1' }, statuses: [{ id: 'a', status: 'sent' }] },
          })),
        },
      ],
    },
    items: 'kept',
  },
  'one message of very many fields': {
    type: 'whatsapp',
    body: whatsappBody('1', { messages: [{ ...messages[0], type: 'odd', odd: fields(200_000) }] }),
    items: 'kept',
  },
  'items without a field': {
    type: 'whatsapp',
    body: whatsappBody('1', { messages: many(1_000_000, () => ({})) }),
    items: 'kept',
  },
  'one long field beside events of Instagram': {
    type: 'instagram',
    body: { object: 'instagram', entry: [{ id: '1', padding, messaging: many(10_000, event) }] },
    items: 10_000,
  },
  'one long ID of an account of Instagram': {
    type: 'instagram',
    body: { object: 'instagram', entry: [{ id: padding, messaging: many(10_000, event) }] },
    items: 'kept',
  },
} as const;

test.each(Object.entries(bodies))(
  'a body of %s is split in bounded time, and its parts are about as long',
  async (_name, { type, body, items }) => {
    const length = JSON.stringify(body).length;
    expect(length).toBeLessThan(largest);
    let stored = '';
    await expectBelow(2_000, 3, () =>
      cpuOf(() => {
        const parts = networks[type].partsOf(body);
        stored = JSON.stringify(parts.flatMap((part) => lanesOf(networks[type], part.body)));
      }),
    );
    expect(stored.length).toBeLessThan(5 * length);
    const lanes = JSON.parse(stored) as ReturnType<typeof lanesOf>;
    const found = lanes
      .flatMap(({ fragments }) => fragments)
      .flatMap((fragment) => itemsOrKept(networks[type], fragment))
      .map(({ item }) => item.kind);
    if (items === 'kept') expect(found).toEqual(['kept']);
    else {
      expect(found).toHaveLength(items);
      expect(found).not.toContain('kept');
    }
  },
);

test('an item that is too long is kept, and the others of its body are handled', () => {
  const [first, second] = messages;
  const long = { ...first, text: { body: padding } };
  const items = itemsOrKept(networks.whatsapp, whatsappBody('1', { messages: [long, second] }));
  expect(items.map(({ item }) => item.kind)).toEqual(['kept', 'message']);
});

test('a change is kept whole if its messages are not a list', () => {
  const body = whatsappBody('1', { messages: { id: 'wamid.1' } });
  const [{ item, fragment } = {}, ...others] = itemsOrKept(networks.whatsapp, body);
  expect([item?.kind, others]).toEqual(['kept', []]);
  expect(JSON.stringify(fragment)).toContain('wamid.1');
});
