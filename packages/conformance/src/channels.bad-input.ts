import { type BadInput, badFields } from './bad-input/row.ts';
import { withBody } from './fixtures.ts';

export const badChannels: readonly BadInput[] = [
  ...badFields('channels.create', [
    ['no name', { name: undefined }, 'required'],
    ['a blank name', { name: '   ' }, 'too_short'],
    ['a name of 121 characters', { name: 'n'.repeat(121) }, 'too_long'],
    ['an unknown type', { type: 'sms' }, 'invalid_enum'],
    ['an unknown provider', { provider: 'pigeon' }, 'invalid_enum'],
    ['no type', { type: undefined }, 'required'],
    [
      'an unknown window rule',
      { settings: { windowEnforcement: 'never' } },
      ['settings.windowEnforcement', 'invalid_enum'],
    ],
    [
      'an unknown assignment',
      { settings: { autoAssign: 'random' } },
      ['settings.autoAssign', 'invalid_enum'],
    ],
    [
      'a throttle of 0',
      { settings: { throttlePerSecond: 0 } },
      ['settings.throttlePerSecond', 'out_of_range'],
    ],
    [
      'a huge throttle',
      { settings: { throttlePerSecond: 1_000_000_000 } },
      ['settings.throttlePerSecond', 'out_of_range'],
    ],
    [
      'a throttle in quotes',
      { settings: { throttlePerSecond: '5' } },
      ['settings.throttlePerSecond', 'invalid_type'],
    ],
    [
      'half a message per second',
      { settings: { throttlePerSecond: 0.5 } },
      ['settings.throttlePerSecond', 'invalid_type'],
    ],
  ]),
  ...badFields('channels.update', [
    ['name null', { name: null }, 'invalid_type'],
    ['settings null', { settings: null }, 'invalid_type'],
  ]),
  ...badFields('channels.simulateInbound', [
    ['a type that nobody can simulate', { type: 'hologram' }, 'invalid_enum'],
    [
      'no type and no sender',
      { type: undefined, from: undefined },
      ['type', 'required'],
      ['from', 'required'],
    ],
    ['an empty text', { text: '' }, 'too_short'],
    ['a text of 10,001 characters', { text: 't'.repeat(10_001) }, 'too_long'],
    ['no sender', { from: undefined }, 'required'],
    ['a timestamp in words', { timestamp: 'yesterday' }, 'invalid_format'],
    ['a timestamp in seconds', { timestamp: 1_795_000_000 }, 'invalid_type'],
    [
      'a timestamp before the year 0 in UTC',
      { timestamp: '0000-01-01T00:00:00+12:00' },
      'invalid_format',
    ],
    ['a timestamp without an offset', { timestamp: '2026-11-20T09:30:00' }, 'invalid_format'],
    [
      'a latitude of 91',
      { type: 'location', location: { latitude: 91, longitude: 0 } },
      ['location.latitude', 'out_of_range'],
    ],
  ]),
  ...badFields('channels.simulateStatus', [
    ['a status that no provider reports', { status: 'queued' }, 'invalid_enum'],
    [
      'a number as providerCode',
      { status: 'failed', error: { providerCode: 131026 } },
      ['error.providerCode', 'invalid_type'],
    ],
  ]),
  {
    title: 'simulating a message from no address',
    code: 'SVC-RECIPIENT-INVALID',
    details: { channelType: 'whatsapp' },
    send: async (scene) =>
      scene.call(
        'channels.simulateInbound',
        await withBody(scene, 'channels.simulateInbound', { from: '@ana' }),
      ),
  },
  {
    title: 'simulating on a deleted channel',
    code: 'SVC-CHANNEL-UNAVAILABLE',
    details: { status: 'archived' },
    send: async (scene) => {
      const { params, body } = await withBody(scene, 'channels.simulateInbound', {});
      await scene.api.channels.delete({ params: params as { id: string } });
      return scene.call('channels.simulateInbound', { params: params as { id: string }, body });
    },
  },
];
