import { expect, test } from 'vitest';
import { AuthenticationError, NotFoundError } from '../src/index.ts';
import { failureOf } from './recording-client.ts';
import { describeNoun } from './targets.ts';

describeNoun('API keys', (newClient) => {
  test('lists the current key without its secret', async () => {
    const parley = await newClient();
    const current = await parley.apiKeys.current();
    expect(current.status).toBe('active');
    const keys = await parley.apiKeys
      .list({ status: ['active', 'expired'] })
      .toArray({ limit: 10 });
    expect(keys.map(({ id }) => id)).toEqual([current.id]);
    expect(keys[0]?.hint).toMatch(/^prl_/);
  });

  test('refuses a revoked key with the reason', async () => {
    const parley = await newClient();
    const { id } = await parley.apiKeys.current();
    expect((await parley.apiKeys.revoke(id)).status).toBe('revoked');
    const error = await failureOf(parley.tenants.current());
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error.hasCode('SVC-UNAUTHORIZED') && error.details.reason).toBe('revoked');
  });

  test('an unknown key cannot be revoked', async () => {
    const parley = await newClient();
    expect(await failureOf(parley.apiKeys.revoke('key_unknown'))).toBeInstanceOf(NotFoundError);
  });
});
