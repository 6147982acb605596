import { expect, test } from 'vitest';
import { someoneWaits } from '../../test/lock-waits.ts';
import { aPhone, createScene, type Scene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { mergeContacts } from '../contacts/merge.ts';
import { contacts } from '../contacts/records.ts';
import { simulateInbound } from '../inbound/simulate.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';

// Messages on Postgres that wait for a transaction which changes the conversation and its contact.

const server = serverOfTests(() => startQuiet('Postgres'));

interface OptedOut extends Scene {
  readonly from: string;
  readonly contactId: string;
}

const changes: Record<string, (ctx: TenantContext, scene: OptedOut) => Promise<unknown>> = {
  'another STOP': (ctx, { channel, from }) =>
    simulateInbound(ctx, channel.id, { type: 'text', from, text: 'STOP' }),
  'a merge': async (ctx, { contactId: duplicateId }) => {
    const { id: primaryId } = await contacts.create(ctx, {});
    return await mergeContacts(ctx, { primaryId, duplicateId });
  },
};

test.each(Object.keys(changes))(
  'a message to a contact that opted out is refused after it waited for %s of the contact',
  async (change) => {
    const scene = await createScene(server);
    const from = aPhone();
    const { message } = await scene.receive({ from, text: 'STOP' });
    const { contactId, conversationId } = message;
    const sent = inTransaction(scene.ctx, async (ctx) => {
      await changes[change]?.(ctx, { ...scene, from, contactId });
      const path = `POST /conversations/${conversationId}/messages`;
      const reply = scene.call(path, { type: 'text', text: 'Hello' });
      await someoneWaits(server.deps.database);
      return { reply };
    });
    const answer = await (await sent).reply;
    expect(answer).toMatchObject({
      status: 422,
      json: { error: { code: 'SVC-RECIPIENT-OPTED-OUT' } },
    });
  },
);
