import { expect, test } from 'vitest';
import { changedConnection } from '../src/channel-connections.ts';
import type { StoredChannel } from '../src/channel-record.ts';
import { restored, stopped } from '../src/channels.ts';

const at = '2026-11-02T12:00:00.000Z';
const channel = {
  provider: 'whatsapp_cloud',
  status: 'active',
  config: { phoneNumberId: '1', wabaId: '2', apiVersion: null },
  credentials: { accessToken: true, appSecret: false, expiresAt: at, refreshable: true },
  quality: { rating: 'high' },
  templatesSyncedAt: at,
  externalId: '1',
} as unknown as StoredChannel;

test('a channel forgets its quality with its account, and its templates with its business account', () => {
  const withConfig = (config: object) => changedConnection(channel, { config }, at);
  expect(withConfig({ phoneNumberId: '3' })).toMatchObject({
    quality: null,
    templatesSyncedAt: at,
  });
  expect(withConfig({ wabaId: '4' })).toMatchObject({ quality: null, templatesSyncedAt: null });
  const { quality, templatesSyncedAt } = channel;
  const credentials = { appSecret: 'new' };
  const kept = changedConnection(channel, { credentials }, at);
  expect(kept).toMatchObject({ quality, templatesSyncedAt });
});

test('a new access token has no known expiry time; another secret leaves that of the token', () => {
  const withSecrets = (credentials: object) => changedConnection(channel, { credentials }, at);
  const unknown = { expiresAt: null, refreshable: false };
  expect(withSecrets({ accessToken: 'new' }).credentials).toMatchObject(unknown);
  const known = { expiresAt: at, refreshable: true };
  expect(withSecrets({ appSecret: 'new' }).credentials).toMatchObject(known);
});

test('neither an error nor a sent message changes the status of a disabled channel', () => {
  const disabled = { ...channel, status: 'disabled', statusReason: 'manual' } as const;
  const error = { error: { reason: 'auth' }, providerCode: null } as Parameters<typeof stopped>[1];
  expect(stopped(disabled, error)).toEqual(disabled);
  expect(restored(disabled)).toEqual(disabled);
  expect(stopped(channel, error)).toMatchObject({ status: 'error', statusReason: 'auth' });
});
