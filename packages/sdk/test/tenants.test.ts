import { expect, test } from 'vitest';
import { describeNoun } from './targets.ts';

describeNoun('tenants', (newClient) => {
  test('two keys lead to two tenants', async () => {
    const [first, second] = await Promise.all([newClient(), newClient()]);
    const tenant = await first.tenants.current();
    expect(tenant).toMatchObject({ kind: 'standard', status: 'active' });
    expect(tenant.id).not.toBe((await second.tenants.current()).id);
  });
});
