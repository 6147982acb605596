import type { Contact, Identity } from './contacts.ts';
import { at, changed, exampleId, exampleIds, made, onePage } from './example-values.ts';

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

const contactExample: Contact = {
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
  identities: [identityExample],
  source: 'api',
  lastInboundAt: at(40),
  lastOutboundAt: at(30),
  lastSeenAt: at(40),
  metadata: { plan: 'gold' },
  createdAt: at(10),
  updatedAt: at(40),
};

export const contactExamples = {
  identity: identityExample,
  contact: contactExample,
  contactPage: onePage(contactExample),
  listContactsQuery: { q: 'ana', lifecycle: ['customer'], sort: '-lastSeenAt' },
  createContactBody: {
    name: 'Ana Lima',
    phone: '+5511987654321',
    externalId: 'customer-1042',
    tags: ['vip'],
  },
  updateContactBody: { lifecycle: 'customer', metadata: { plan: null } },
} as const;

export const contactEventExamples = {
  'contact.created': made(contactExample),
  'contact.updated': changed(contactExample, { language: 'en' }),
  'contact.tags_changed': changed(contactExample, { tags: ['vip', 'wholesale'] }),
};
