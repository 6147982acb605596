import { expect, test } from 'vitest';
import {
  type ChannelType,
  capabilities,
  channelCapabilities,
  channelType,
  conversationWindow,
  lengthIn,
  normalizeRecipient,
} from '../src/capabilities.ts';
import { whatsappErrors } from '../src/provider-errors.ts';
import { sandboxEndings, sandboxOutcome } from '../src/sandbox.ts';

test.each(channelType.options)('%s has capabilities', (type) => {
  expect(capabilities.parse(channelCapabilities[type])).toEqual(channelCapabilities[type]);
});

test.each([
  ['whatsapp', '5511987654321', 'phone', '5511987654321'],
  ['whatsapp', '+55 (11) 98765-4321', 'phone', '5511987654321'],
  ['whatsapp', '  +1.415.555.0100 ', 'phone', '14155550100'],
  ['whatsapp', '\u061c+55\u221211\uff0d98765\u00ad4321', 'phone', '5511987654321'],
  ['whatsapp', '＋８１　（９０）１２３４－５６７８', 'phone', '819012345678'],
  ['whatsapp', '81９０12345678', 'phone', '819012345678'],
  ['whatsapp', '123456', 'phone', '123456'],
  ['whatsapp', '123456789012345', 'phone', '123456789012345'],
  ['whatsapp', 'US.13491208655302741918', 'bsuid', 'US.13491208655302741918'],
  ['whatsapp', 'BR.a1B2c3', 'bsuid', 'BR.a1B2c3'],
  ['whatsapp', '\u202a \ufeffBR.a1\u00adB2\u200bc3\u2060\u202c', 'bsuid', 'BR.a1B2c3'],
  ['whatsapp', `DE.${'9'.repeat(128)}`, 'bsuid', `DE.${'9'.repeat(128)}`],
  ['instagram', '17841400000000000', 'igsid', '17841400000000000'],
  ['instagram', ' 1 ', 'igsid', '1'],
  ['tiktok', 'conv-7f.3/a==', 'tiktok_conversation', 'conv-7f.3/a=='],
  ['tiktok', 'x'.repeat(256), 'tiktok_conversation', 'x'.repeat(256)],
] as const)('on %s, %j is a %s', (type, to, kind, address) => {
  expect(normalizeRecipient(type, to)).toEqual({ ok: true, kind, address });
  expect(normalizeRecipient(type, address)).toEqual({ ok: true, kind, address });
});

test.each([
  ['whatsapp', '', 'not_a_phone_number_or_bsuid'],
  ['whatsapp', '12345', 'not_a_phone_number_or_bsuid'],
  ['whatsapp', '1234567890123456', 'not_a_phone_number_or_bsuid'],
  ['whatsapp', '++5511987654321', 'not_a_phone_number_or_bsuid'],
  ['whatsapp', '55119876543a1', 'not_a_phone_number_or_bsuid'],
  ['whatsapp', '551198765432.0', 'not_a_phone_number_or_bsuid'],
  ['whatsapp', '(+551198765432.00) \u202c', 'not_a_phone_number_or_bsuid'],
  ['whatsapp', '８１９０１２３４５６．００', 'not_a_phone_number_or_bsuid'],
  ['whatsapp', '819012345678²', 'not_a_phone_number_or_bsuid'],
  ['whatsapp', '８１９０／１２３４', 'not_a_phone_number_or_bsuid'],
  ['whatsapp', '٥٥١١٩٨٧٦٥٤٣٢١', 'not_a_phone_number_or_bsuid'],
  ['whatsapp', 'us.13491208655302741918', 'not_a_phone_number_or_bsuid'],
  ['whatsapp', 'USA.1349', 'not_a_phone_number_or_bsuid'],
  ['whatsapp', 'US.', 'not_a_phone_number_or_bsuid'],
  ['whatsapp', 'US.1349 1208', 'not_a_phone_number_or_bsuid'],
  ['whatsapp', 'US\u2212.1349', 'not_a_phone_number_or_bsuid'],
  ['whatsapp', `US.${'9'.repeat(129)}`, 'not_a_phone_number_or_bsuid'],
  ['whatsapp', 'US.ENT.13491208655302741918', 'parent_bsuid'],
  ['whatsapp', '\u200eUS.ENT.13491208655302741918\u200e', 'parent_bsuid'],
  ['instagram', '@padaria', 'not_an_igsid'],
  ['instagram', '+17841400000000000', 'not_an_igsid'],
  ['instagram', '1'.repeat(33), 'not_an_igsid'],
  ['tiktok', '', 'not_a_conversation_id'],
  ['tiktok', 'two words', 'not_a_conversation_id'],
  ['tiktok', 'x'.repeat(257), 'not_a_conversation_id'],
] as const)('on %s, %j is refused', (type, to, reason) => {
  expect(normalizeRecipient(type, to)).toEqual({ ok: false, reason });
});

test.each([
  ['whatsapp', 'olá', 3],
  ['whatsapp', '👍🏽', 2],
  ['instagram', 'olá', 4],
  ['instagram', '👍', 4],
  ['tiktok', '👍', 1],
] as const)('%s counts %j as %i', (type, text, length) => {
  expect(lengthIn(channelCapabilities[type].maxText.unit, text)).toBe(length);
});

const now = Date.UTC(2026, 10, 20, 12);
const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString();

test.each([
  ['whatsapp', null, 0, null, null, ['text', 'template']],
  ['whatsapp', 1, 99, true, null, ['text', 'template']],
  ['whatsapp', 23.999, 0, true, null, ['text', 'template']],
  ['whatsapp', 24, 0, false, null, ['template']],
  ['instagram', null, 0, null, null, ['text']],
  ['instagram', 23, 0, true, null, ['text']],
  ['instagram', 25, 0, false, null, []],
  ['tiktok', 47, 0, true, 10, ['text']],
  ['tiktok', 47, 9, true, 1, ['text']],
  ['tiktok', 47, 10, true, 0, ['text']],
  ['tiktok', 47, 12, true, 0, ['text']],
  ['tiktok', 48, 0, false, 10, []],
] as const)(
  'on %s, %s h after the last inbound message and %i sent, the window is open: %s',
  (type: ChannelType, hours, sentSinceInbound, open, remaining, allowed) => {
    const lastInboundAt = hours === null ? null : hoursAgo(hours);
    const window = conversationWindow(
      type,
      { lastInboundAt, sentSinceInbound, firstReplyAt: null },
      now,
    );
    expect(window).toMatchObject({ open, remaining, allowed });
    const { windowHours } = channelCapabilities[type];
    expect(window.expiresAt).toBe(hours === null ? null : hoursAgo(hours - windowHours));
  },
);

test.each([
  [null, 0],
  [hoursAgo(2), 0],
  [hoursAgo(1), 0],
  [hoursAgo(3), null],
] as const)(
  'on TikTok, after a first reply at %s, %s messages remain',
  (firstReplyAt, remaining) => {
    const exchanged = { lastInboundAt: hoursAgo(2), sentSinceInbound: 11, firstReplyAt };
    expect(conversationWindow('tiktok', exchanged, now).remaining).toBe(remaining);
  },
);

test.each([
  ['5511987654321', 1, { kind: 'accepted', receipts: ['delivered', 'read'] }],
  ['5511900200', 1, { kind: 'accepted', receipts: [] }],
  ['5511900300', 1, { kind: 'accepted', receipts: ['delivered'] }],
  ['5511900408', 1, { kind: 'no_answer' }],
  ['5511900500', 1, { kind: 'refused', providerCode: '131016' }],
  ['5511900500', 2, { kind: 'refused', providerCode: '131016' }],
  ['5511900500', 3, { kind: 'accepted', receipts: ['delivered', 'read'] }],
  ['131026', 1, { kind: 'refused', providerCode: '131026' }],
  ['31026', 1, { kind: 'accepted' }],
] as const)('the sandbox handles %s, attempt %i, as documented', (to, attempt, outcome) => {
  expect(sandboxOutcome(to, attempt)).toMatchObject(outcome);
});

test('the sandbox can produce every provider error', () => {
  const endings = Object.entries(whatsappErrors).filter(([code]) => code.length === 6);
  for (const [providerCode, error] of endings) {
    expect(sandboxOutcome(`55119${providerCode}`, 1)).toEqual({
      kind: 'refused',
      providerCode,
      error,
    });
    expect(providerCode in sandboxEndings).toBe(false);
  }
});
