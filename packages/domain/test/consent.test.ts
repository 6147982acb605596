import type { ContactConsent } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { decisionOf, refuseRecipient, withConsent } from '../src/consent.ts';
import { unknownConsent } from '../src/consent-states.ts';
import { contactRules, newContact } from '../src/contacts.ts';

const nowMs = Date.parse('2026-11-20T12:00:00.000Z');
const hoursAgo = (hours: number) => new Date(nowMs - hours * 3_600_000).toISOString();
const stateOf = (status: 'unknown' | 'opted_in' | 'opted_out') => ({
  status,
  at: status === 'unknown' ? null : hoursAgo(10),
  source: null,
  channelType: null,
});

const none = { optOutKeywords: [], optInKeywords: [] };

const kinds = {
  text: { type: 'text', category: null },
  image: { type: 'image', category: null },
  marketing: { type: 'template', category: 'marketing' },
  utility: { type: 'template', category: 'utility' },
  authentication: { type: 'template', category: 'authentication' },
  'unknown template': { type: 'template', category: null },
} as const;
type Kind = keyof typeof kinds;
const everyKind = Object.keys(kinds) as Kind[];

/** When the customer last wrote; it decided 10 hours ago. */
const windows = { never: null, 'before the decision': 11, 'after it': 2, 'long ago': 30 } as const;
type Window = keyof typeof windows;

const states = ['unknown', 'opted_in', 'opted_out'] as const;
const rows = [false, true].flatMap((blocked) =>
  states.flatMap((all) =>
    states.flatMap((marketing) =>
      everyKind.flatMap((kind) =>
        (Object.keys(windows) as Window[]).map(
          (window) => [blocked, all, marketing, kind, window] as const,
        ),
      ),
    ),
  ),
);

/** The table of the API design, row by row. */
function expected(
  blocked: boolean,
  all: string,
  marketing: string,
  kind: Kind,
  window: Window,
): string {
  if (blocked) return 'blocked';
  if (all === 'opted_out') {
    if (kind === 'authentication') return 'sent';
    const isFree = kind === 'text' || kind === 'image';
    return isFree && window === 'after it' ? 'sent' : 'all';
  }
  const isMarketing = kind === 'marketing' || kind === 'unknown template';
  return marketing === 'opted_out' && isMarketing ? 'marketing' : 'sent';
}

test.each(rows)(
  'blocked %s, all %s, marketing %s: %s to a customer who wrote %s',
  (blocked, all, marketing, kind, window) => {
    const consent: ContactConsent = { all: stateOf(all), marketing: stateOf(marketing) };
    const hours = windows[window];
    const lastInboundAt = hours === null ? null : hoursAgo(hours);
    const exchanged = {
      channelType: 'whatsapp',
      lastInboundAt,
      sentSinceInbound: 0,
      firstReplyAt: null,
    } as const;
    const refused = refuseRecipient(kinds[kind], { consent, blocked }, exchanged, nowMs);
    const found =
      refused === undefined
        ? 'sent'
        : refused.code === 'SVC-RECIPIENT-BLOCKED'
          ? 'blocked'
          : refused.details.scope;
    expect(found).toBe(expected(blocked, all, marketing, kind, window));
    if (refused?.code === 'SVC-RECIPIENT-OPTED-OUT') expect(refused.details.at).toBe(hoursAgo(10));
  },
);

test('there is a row for every state, kind and window', () => {
  expect(rows).toHaveLength(2 * 3 * 3 * 6 * 4);
});

const inbound = (text: string | null, content: object | null = null) =>
  ({
    id: 'msg_1',
    type: 'text',
    text,
    content,
    channelType: 'whatsapp',
    createdAt: hoursAgo(0),
  }) as const;

test.each(['STOP', 'stop', ' Stop! ', '¡Baja!', 'Arrêt.', 'opt-out', 'SAIR\n', '"Quit"'])(
  'the message %j opts out',
  (text) => {
    expect(decisionOf(inbound(text), none)).toMatchObject({
      status: 'opted_out',
      scopes: ['marketing', 'all'],
      source: 'keyword',
      channelType: 'whatsapp',
      messageId: 'msg_1',
    });
  },
);

test.each([
  'please stop',
  'stop it',
  'nonstop',
  '',
  '!',
  'cancel my order',
  'restart',
  `STOP${' '.repeat(100)}now`,
])('the message %j decides nothing', (text) => {
  expect(decisionOf(inbound(text), none)).toBeUndefined();
});

test('a keyword opts in again, and a button of a template decides about marketing alone', () => {
  expect(decisionOf(inbound('Start'), none)).toMatchObject({ status: 'opted_in' });
  const button = (payload: string) =>
    inbound(null, { interactive: { kind: 'template_button', id: null, title: 'No', payload } });
  expect(decisionOf(button('OPT_OUT'), none)).toMatchObject({
    status: 'opted_out',
    scopes: ['marketing'],
  });
  expect(decisionOf(button('opt out'), none)).toBeUndefined();
});

test('keywords of the tenant decide like the built-in ones', () => {
  const own = { optOutKeywords: ['Chega!', '…'], optInKeywords: ['Quero de volta'] };
  expect(decisionOf(inbound('CHEGA'), own)).toMatchObject({ status: 'opted_out' });
  expect(decisionOf(inbound('quero, de volta.'), own)).toMatchObject({ status: 'opted_in' });
  expect(decisionOf(inbound('stop'), own)).toMatchObject({ status: 'opted_out' });
  expect(decisionOf(inbound('chega'), none)).toBeUndefined();
  expect(decisionOf(inbound('!!!'), own)).toBeUndefined();
});

const given = { source: 'api', channelType: null, scopes: ['all'] } as const;
const withoutDecision = newContact({ id: 'con_1', at: hoursAgo(20) }, 'api');

test('an older decision does not replace a newer one', () => {
  expect(withoutDecision.consent).toEqual(unknownConsent);
  const out = withConsent(withoutDecision, { ...given, status: 'opted_out', at: hoursAgo(2) });
  expect(out.consent.marketing).toEqual(unknownConsent.marketing);
  expect(withConsent(out, { ...given, status: 'opted_in', at: hoursAgo(3) })).toBe(out);
  expect(withConsent(out, { ...given, status: 'opted_out', at: hoursAgo(3) })).toBe(out);
  const { consent } = withConsent(out, { ...given, status: 'opted_in', at: hoursAgo(1) });
  expect(consent.all.status).toBe('opted_in');
});

test('a second STOP moves the time of the first: a START between them that comes late changes nothing', () => {
  const at = (time: string) => `2026-11-20T${time}:00.000Z`;
  const first = withConsent(withoutDecision, { ...given, status: 'opted_out', at: at('10:00') });
  const second = withConsent(first, { ...given, status: 'opted_out', at: at('10:10') });
  expect(second.consent.all).toMatchObject({ status: 'opted_out', at: at('10:10') });
  const late = withConsent(second, { ...given, status: 'opted_in', at: at('10:05') });
  expect(late).toBe(second);
  const exchanged = {
    channelType: 'whatsapp',
    lastInboundAt: at('10:10'),
    sentSinceInbound: 0,
    firstReplyAt: null,
  } as const;
  const refused = refuseRecipient(kinds.text, second, exchanged, nowMs);
  expect(refused?.code).toBe('SVC-RECIPIENT-OPTED-OUT');
});

test('an event tells a decision only where a status differs', () => {
  const eventsOf = (previous: ContactConsent, consent: ContactConsent) =>
    contactRules
      .changeEvents({ consent: previous }, { ...withoutDecision, consent })
      .map(({ type }) => type);
  const out = stateOf('opted_out');
  const again = { ...out, at: hoursAgo(1) };
  const none = stateOf('unknown');
  expect(eventsOf({ all: out, marketing: out }, { all: again, marketing: again })).toEqual([]);
  expect(eventsOf({ all: out, marketing: none }, { all: again, marketing: again })).toEqual([
    'contact.opted_out',
  ]);
  expect(
    eventsOf({ all: out, marketing: out }, { all: again, marketing: stateOf('opted_in') }),
  ).toEqual(['contact.opted_in']);
});
