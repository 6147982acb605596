import { type BadInput, badField, badFields } from './bad-input/row.ts';
import { withBody } from './fixtures.ts';
import { aChannel, type Scene } from './scene.ts';

const whatsapp = {
  provider: 'whatsapp_cloud',
  config: { phoneNumberId: '106540352242922', wabaId: '102290129340398' },
} as const;

export const badChannelConnections: readonly BadInput[] = [
  ...badFields('channels.create', [
    [
      'a phone number in place of its id',
      { ...whatsapp, config: { phoneNumberId: '+55 11 4002-8922', wabaId: '1' } },
      ['config.phoneNumberId', 'invalid_format'],
    ],
    [
      'an API version of another form',
      { ...whatsapp, config: { ...whatsapp.config, apiVersion: 'latest' } },
      ['config.apiVersion', 'invalid_format'],
    ],
    [
      'an access token of two lines',
      { ...whatsapp, credentials: { accessToken: 'a\nb' } },
      ['credentials.accessToken', 'invalid_format'],
    ],
  ]),
  badField('channels.update', 'an empty access token', { credentials: { accessToken: '' } }, [
    'credentials.accessToken',
    'invalid_format',
  ]),
  against('a provider of another network', 'provider_of_network', 'provider', {
    ...whatsapp,
    type: 'instagram',
  }),
  against('no phone number id', 'required_by_provider', 'config.phoneNumberId', {
    ...whatsapp,
    config: { wabaId: '102290129340398' },
  }),
  against('an externalId that only verify may set', 'not_of_provider', 'externalId', {
    ...whatsapp,
    externalId: '106540352242922',
  }),
  against('an account for the sandbox', 'not_of_provider', 'config.wabaId', {
    config: { wabaId: '102290129340398' },
  }),
  against('credentials of another provider', 'not_of_provider', 'credentials.refreshToken', {
    ...whatsapp,
    credentials: { refreshToken: 'r' },
  }),
  {
    title: 'credentials for a sandbox channel that exists',
    code: 'SVC-RULE-VIOLATION',
    details: { rule: 'not_of_provider', field: 'credentials.accessToken' },
    send: async (scene) => change(scene, { credentials: { accessToken: 'a' } }),
  },
  {
    title: 'verifying a deleted channel',
    code: 'SVC-INVALID-TRANSITION',
    details: { resource: 'channel', from: 'archived', action: 'verify' },
    send: async (scene) => {
      const { id } = await aChannel(scene);
      await scene.api.channels.delete({ params: { id } });
      return scene.call('channels.verify', { params: { id } });
    },
  },
];

function against(title: string, rule: string, field: string, fields: object): BadInput {
  return {
    title: `a channel with ${title}`,
    code: 'SVC-RULE-VIOLATION',
    details: { rule, field },
    send: async (scene) =>
      scene.call('channels.create', await withBody(scene, 'channels.create', { ...fields })),
  };
}

async function change(scene: Scene, body: object) {
  const { id } = await aChannel(scene);
  return scene.call('channels.update', { params: { id }, body });
}
