import { channelCapabilities } from './capabilities.ts';
import type { ChannelQuality } from './channel-quality.ts';
import type { Channel } from './channels.ts';
import { at, changed, exampleId, exampleIds, made, onePage } from './example-values.ts';

const channelExample: Channel = {
  id: exampleIds.channel,
  name: 'Shop WhatsApp',
  type: 'whatsapp',
  provider: 'sandbox',
  status: 'active',
  statusReason: null,
  address: '+55 11 4002-8922',
  externalId: null,
  config: null,
  credentials: null,
  verification: null,
  quality: null,
  templatesSyncedAt: at(0),
  capabilities: channelCapabilities.whatsapp,
  settings: {
    windowEnforcement: 'known',
    threading: 'single',
    throttlePerSecond: null,
    autoAssign: 'round_robin',
    assigneeIds: [exampleId('user', '7')],
    optOutKeywords: null,
  },
  lastInboundAt: at(40),
  lastOutboundAt: at(30),
  lastErrorAt: null,
  lastError: null,
  metadata: {},
  createdAt: at(0),
  updatedAt: at(40),
  archivedAt: null,
};

const verificationExample = {
  at: at(5),
  checks: [
    {
      name: 'token',
      ok: false,
      detail: 'The token expired.',
      fix: 'Create a token that does not expire, and store it with PATCH /channels/{id}.',
    },
  ],
};

const qualityExample: ChannelQuality = { rating: 'green', messagingLimit: 2_000, updatedAt: at(6) };

export const channelExamples = {
  channel: channelExample,
  channelConfig: {
    phoneNumberId: '106540352242922',
    wabaId: '102290129340398',
    apiVersion: null,
    igUserId: null,
    businessId: null,
  },
  channelConfigInput: { phoneNumberId: '106540352242922', wabaId: '102290129340398' },
  channelCredentials: {
    accessToken: true,
    appSecret: true,
    verifyToken: true,
    refreshToken: false,
    appId: false,
    expiresAt: null,
    refreshable: false,
    updatedAt: at(0),
  },
  channelCredentialsInput: { accessToken: 'EAAJB', appSecret: '1f0e', verifyToken: 'my-token' },
  channelVerification: verificationExample,
  channelQuality: qualityExample,
  channelCheck: verificationExample.checks[0],
  channelSettings: channelExample.settings,
  channelSettingsInput: { throttlePerSecond: 20 },
  channelPage: onePage(channelExample),
  listChannelsQuery: { type: ['whatsapp'], includeArchived: true, sort: 'name' },
  createChannelBody: { name: 'Shop WhatsApp', type: 'whatsapp', provider: 'sandbox' },
  updateChannelBody: { settings: { windowEnforcement: 'strict' } },
} as const;

export const channelEventExamples = {
  'channel.created': made(channelExample),
  'channel.updated': changed(channelExample, { name: 'Bakery WhatsApp' }),
  'channel.status_changed': changed(channelExample, {
    status: 'disabled',
    statusReason: 'manual',
  }),
  'channel.quality_changed': changed(channelExample, {
    quality: { rating: 'red', messagingLimit: 2_000, updatedAt: at(50) },
  }),
  'channel.credentials_expiring': made({
    ...channelExample,
    provider: 'whatsapp_cloud',
    config: channelExamples.channelConfig,
    credentials: { ...channelExamples.channelCredentials, expiresAt: at(60) },
  }),
  'channel.deleted': made({ ...channelExample, status: 'archived', archivedAt: at(50) }),
};
