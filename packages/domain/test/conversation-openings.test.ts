import { expect, test } from 'vitest';
import type { StoredIdentity } from '../src/contacts.ts';
import { addressOfContact, withoutAddress } from '../src/conversation-openings.ts';

const channel = { id: 'chn_1', type: 'instagram' } as const;
const at = (second: number) => `2026-11-02T12:00:0${second}.000Z`;
const identity = (channelId: string, second: number) =>
  ({
    channelType: 'instagram',
    channelId,
    address: `${channelId}-${second}`,
    createdAt: at(second),
  }) as StoredIdentity;
const phone = '+5511987654321';
const older = { address: 'older', createdAt: at(1) };
const newer = { address: 'newer', createdAt: at(2) };

test.each([
  ['the address of the newest conversation', [newer, older], [identity('chn_1', 3)], 'newer'],
  ['the address linked last', [], [identity('chn_1', 2), identity('chn_1', 1)], 'chn_1-2'],
  ['no address of another channel', [], [identity('chn_1', 1), identity('chn_2', 2)], 'chn_1-1'],
])('a contact is written to at %s', (_title, conversations, identities, address) => {
  const known = { contact: { phone }, identities, conversations };
  expect(addressOfContact(channel, known)).toBe(address);
});

test('the phone number is an address on WhatsApp only', () => {
  const known = { contact: { phone }, identities: [identity('chn_2', 1)], conversations: [] };
  expect(addressOfContact({ id: 'chn_3', type: 'whatsapp' }, known)).toBe(phone);
  expect(() => addressOfContact(channel, known)).toThrow(withoutAddress());
});
