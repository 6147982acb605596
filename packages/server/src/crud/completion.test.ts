import type { Contact, Page, Tag } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { aPhone, createScene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';

const dayMs = 86_400_000;

describe.each(targets)('a list on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  test('shows the present windows of an unchanged contact', async () => {
    const scene = await createScene(server);
    const from = aPhone();
    await scene.receive({ from });
    const contacts = async () => (await scene.call<Page<Contact>>('GET /contacts')).json.data;
    const windows = async () =>
      (await contacts()).flatMap(({ identities }) =>
        identities.flatMap(({ windows }) => windows.map(({ open }) => open)),
      );
    const [contact] = await contacts();
    expect(await windows()).toEqual([true]);
    await server.advance(dayMs + 1_000);
    expect(await windows()).toEqual([false]);
    await scene.receive({ from });
    expect(await windows()).toEqual([true]);
    expect((await scene.call<Contact>(`GET /contacts/${contact?.id}`)).json).toEqual(
      (await contacts())[0],
    );
  });

  test('shows the present counts of an unchanged tag', async () => {
    const scene = await createScene(server);
    const counts = async () =>
      (await scene.call<Page<Tag>>('GET /tags')).json.data.map(({ contactCount }) => contactCount);
    await scene.call('POST /contacts', { name: 'Ana', tags: ['vip'] });
    expect(await counts()).toEqual([1]);
    await scene.call('POST /contacts', { name: 'Bia', tags: ['vip'] });
    expect(await counts()).toEqual([2]);
  });
});
