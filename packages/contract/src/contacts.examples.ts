import type { Consent, ConsentState } from './contact-consent.ts';
import type { Contact, Identity } from './contacts.ts';
import { at, changed, exampleId, exampleIds, made, onePage } from './example-values.ts';

const consentStateExample: ConsentState = {
  status: 'opted_in',
  at: at(20),
  source: 'api',
  channelType: null,
};
const nothingSaid: ConsentState = { status: 'unknown', at: null, source: null, channelType: null };
const consentExample = { marketing: consentStateExample, all: nothingSaid };
const refusal: ConsentState = { ...consentStateExample, status: 'opted_out', at: at(50) };

const identityExample: Identity = {
  id: exampleId('identity', '7'),
  channelType: 'whatsapp',
  channelId: null,
  kind: 'phone',
  address: '5511987654321',
  username: null,
  profileName: 'Ana Lima',
  lastInboundAt: at(40),
  lastOutboundAt: at(30),
  window: { open: null, expiresAt: null, remaining: null },
  windows: [
    {
      channelId: exampleIds.channel,
      open: true,
      expiresAt: '2026-11-21T09:30:40.000Z',
      remaining: null,
    },
  ],
};

/**
 * The type of the examples. It has a name, so that declarations of TypeScript name it instead of repeating its fields.
 */
export interface ExampleContact extends Contact {}
const contactExample: ExampleContact = {
  id: exampleIds.contact,
  name: 'Ana Lima',
  firstName: 'Ana',
  lastName: 'Lima',
  phone: '+5511987654321',
  email: 'ana@example.com',
  externalId: 'customer-1042',
  language: 'pt-BR',
  country: 'BR',
  timezone: 'America/Sao_Paulo',
  avatarUrl: null,
  lifecycle: 'customer',
  ownerId: null,
  tags: ['vip'],
  customFields: { plan: 'gold' },
  identities: [identityExample],
  consent: consentExample,
  blocked: false,
  source: 'api',
  lastInboundAt: at(40),
  lastOutboundAt: at(30),
  lastSeenAt: at(40),
  metadata: { plan: 'gold' },
  createdAt: at(10),
  updatedAt: at(40),
  archivedAt: null,
};

const decisionExample: Consent = {
  id: exampleId('consent', 'G'),
  contactId: exampleIds.contact,
  scope: 'marketing',
  status: 'opted_in',
  source: 'keyword',
  channelType: 'whatsapp',
  messageId: exampleIds.inboundMessage,
  reason: null,
  effectiveAt: at(20),
  createdAt: at(20),
};

export const contactExamples = {
  identity: identityExample,
  contact: contactExample,
  contactPage: onePage(contactExample),
  listContactsQuery: { q: 'ana', lifecycle: ['customer'], sort: '-lastSeenAt' },
  exportContactsQuery: { tag: ['vip'] },
  createContactBody: {
    name: 'Ana Lima',
    phone: '+5511987654321',
    externalId: 'customer-1042',
    tags: ['vip'],
  },
  upsertContactBody: {
    externalId: 'customer-1042',
    name: 'Ana Lima',
    phone: '+5511987654321',
  },
  contactUpsert: { contact: contactExample, created: false },
  batchContactsBody: {
    items: [{ externalId: 'customer-1042', tags: ['vip'] }],
  },
  contactBatch: {
    results: [{ index: 0, status: 'updated', error: null, contact: contactExample }],
  },
  mergeContactsBody: { primaryId: exampleIds.contact, duplicateId: exampleId('contact', '9') },
  consentState: consentStateExample,
  contactConsent: consentExample,
  changeConsentBody: { scope: 'marketing', channelType: 'whatsapp', reason: 'Asked on the phone' },
  consent: decisionExample,
  consentPage: onePage(decisionExample),
  listConsentsQuery: { scope: ['marketing'], sort: 'createdAt' },
  updateContactBody: { lifecycle: 'customer', metadata: { plan: null } },
} as const;

export const contactEventExamples = {
  'contact.created': made(contactExample),
  'contact.updated': changed(contactExample, { language: 'en' }),
  'contact.tags_changed': changed(contactExample, { tags: ['vip', 'wholesale'] }),
  'contact.opted_in': changed(
    { ...contactExample, consent: { marketing: nothingSaid, all: nothingSaid } },
    { consent: consentExample },
  ),
  'contact.opted_out': changed(contactExample, { consent: { ...consentExample, all: refusal } }),
  'contact.blocked': changed(contactExample, { blocked: true }),
  'contact.unblocked': changed({ ...contactExample, blocked: true }, { blocked: false }),
};
