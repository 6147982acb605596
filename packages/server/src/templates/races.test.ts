import { expect, test } from 'vitest';
import { someoneWaits } from '../../test/lock-waits.ts';
import { createScene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { inTransaction } from '../tenancy/context.ts';
import { addTemplate, findChannelTemplates } from './records.ts';
import { writeSubmitted } from './service.ts';
import { templatesTable } from './table.ts';

const server = serverOfTests(() => startQuiet('Postgres'));

test('a submitted template that a sync writes at the same time is returned', async () => {
  const { ctx, channel } = await createScene(server);
  const [known] = await findChannelTemplates(ctx, channel.id);
  if (!known) throw new Error('the sandbox has templates');
  const { id: _id, channelId: _channel, ...given } = known;
  const template = { ...given, name: 'new_template', externalId: '7001' };
  const written = await inTransaction(ctx, async (inner) => {
    const synced = await addTemplate(inner, { channelId: channel.id, template, syncedAt: null });
    // A read after a write sends the write, which is not committed yet.
    await inner.db.select(templatesTable).where({ id: synced.id }).first();
    const submitted = inTransaction(ctx, (ctx) => writeSubmitted(ctx, channel.id, template));
    await someoneWaits(server.deps.database);
    return { synced, submitted };
  });
  expect(await written.submitted).toMatchObject({ id: written.synced.id });
});
