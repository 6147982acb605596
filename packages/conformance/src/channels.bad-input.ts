import { type BadInput, badField } from './bad-input/row.ts';
import { withBody } from './fixtures.ts';
import { fillPath, send } from './http.ts';
import { aChannel } from './scene.ts';

export const badChannels: readonly BadInput[] = [
  badField('channels.create', 'no name', { name: undefined }, 'required'),
  badField('channels.create', 'a blank name', { name: '   ' }, 'too_short'),
  badField('channels.create', 'a name of 121 characters', { name: 'n'.repeat(121) }, 'too_long'),
  badField('channels.create', 'an unknown type', { type: 'sms' }, 'invalid_enum'),
  badField('channels.create', 'an unknown provider', { provider: 'pigeon' }, 'invalid_enum'),
  badField('channels.create', 'no type', { type: undefined }, 'required'),
  badField(
    'channels.create',
    'an unknown window rule',
    { settings: { windowEnforcement: 'never' } },
    ['settings.windowEnforcement', 'invalid_enum'],
  ),
  badField('channels.create', 'an unknown assignment', { settings: { autoAssign: 'random' } }, [
    'settings.autoAssign',
    'invalid_enum',
  ]),
  badField('channels.create', 'a throttle of 0', { settings: { throttlePerSecond: 0 } }, [
    'settings.throttlePerSecond',
    'out_of_range',
  ]),
  badField(
    'channels.create',
    'a huge throttle',
    { settings: { throttlePerSecond: 1_000_000_000 } },
    ['settings.throttlePerSecond', 'out_of_range'],
  ),
  badField('channels.create', 'a throttle in quotes', { settings: { throttlePerSecond: '5' } }, [
    'settings.throttlePerSecond',
    'invalid_type',
  ]),
  badField(
    'channels.create',
    'half a message per second',
    { settings: { throttlePerSecond: 0.5 } },
    ['settings.throttlePerSecond', 'invalid_type'],
  ),
  badField('channels.update', 'name null', { name: null }, 'invalid_type'),
  badField('channels.update', 'settings null', { settings: null }, 'invalid_type'),
  badField(
    'channels.simulateInbound',
    'a type that nobody can simulate',
    { type: 'hologram' },
    'invalid_enum',
  ),
  badField(
    'channels.simulateInbound',
    'no type and no sender',
    { type: undefined, from: undefined },
    ['type', 'required'],
    ['from', 'required'],
  ),
  badField('channels.simulateInbound', 'an empty text', { text: '' }, 'too_short'),
  badField(
    'channels.simulateInbound',
    'a text of 10,001 characters',
    { text: 't'.repeat(10_001) },
    'too_long',
  ),
  badField('channels.simulateInbound', 'no sender', { from: undefined }, 'required'),
  badField(
    'channels.simulateInbound',
    'a timestamp in words',
    { timestamp: 'yesterday' },
    'invalid_format',
  ),
  badField(
    'channels.simulateInbound',
    'a timestamp in seconds',
    { timestamp: 1_795_000_000 },
    'invalid_type',
  ),
  badField(
    'channels.simulateInbound',
    'a timestamp before the year 0 in UTC',
    { timestamp: '0000-01-01T00:00:00+12:00' },
    'invalid_format',
  ),
  badField(
    'conversations.update',
    'a time after the year 9999 in UTC as snoozedUntil',
    { status: 'snoozed', snoozedUntil: '9999-12-31T23:59:59-12:00' },
    ['snoozedUntil', 'invalid_format'],
  ),
  badField(
    'channels.simulateInbound',
    'a timestamp without an offset',
    { timestamp: '2026-11-20T09:30:00' },
    'invalid_format',
  ),
  badField(
    'channels.simulateInbound',
    'a latitude of 91',
    { type: 'location', location: { latitude: 91, longitude: 0 } },
    ['location.latitude', 'out_of_range'],
  ),
  badField(
    'channels.simulateStatus',
    'a status that no provider reports',
    { status: 'queued' },
    'invalid_enum',
  ),
  badField(
    'channels.simulateStatus',
    'a number as providerCode',
    { status: 'failed', error: { providerCode: 131026 } },
    ['error.providerCode', 'invalid_type'],
  ),
  {
    title: 'a channel with the externalId of another',
    code: 'SVC-CONFLICT',
    details: { resource: 'channel', field: 'externalId' },
    send: async (scene) => {
      const { externalId } = await aChannel(scene, { externalId: 'line-1' });
      return scene.call(
        'channels.create',
        await withBody(scene, 'channels.create', { externalId }),
      );
    },
  },
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
  {
    title: 'deleting a channel twice',
    code: 'SVC-NOT-FOUND',
    details: { resource: 'channel' },
    send: async (scene) => {
      const { id } = await aChannel(scene);
      await scene.api.channels.delete({ params: { id } });
      return send(scene.target.baseUrl, {
        method: 'DELETE',
        path: fillPath('/channels/:id', { id }),
        key: scene.tenant.apiKey,
      });
    },
  },
];
