import { beforeAll, describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { aPhone, createScene, type Scene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { identitiesTable } from '../contacts/table.ts';

describe.each(targets)('a conversation whose address no contact has on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));
  let scene: Scene;
  beforeAll(async () => {
    scene = await createScene(server);
  });

  /** Leaves what the race between a message and the removal of its address left in databases of older versions. */
  async function damaged() {
    const phone = aPhone();
    const { message } = await scene.receive({ from: phone });
    await scene.ctx.db.remove(identitiesTable, { contact_id: message.contactId });
    await scene.call(`PATCH /contacts/${message.contactId}`, { phone: null });
    return { phone, ...message };
  }

  const inAnHour = () => new Date(server.now().getTime() + 3_600_000).toISOString();
  const ways: Record<string, (to: string) => Promise<{ contactId: string }>> = {
    'a message is received from it': async (from) => (await scene.receive({ from })).message,
    'a message to it is scheduled': (to) => scene.send({ to, sendAt: inAnHour() }),
    'a conversation with it is started': async (to) => {
      const body = { channelId: scene.channel.id, to };
      return (await scene.call<{ contactId: string }>('POST /conversations', body)).json;
    },
  };

  test.each(Object.entries(ways))(
    'goes to the new contact of the address when %s',
    async (_way, act) => {
      const { phone, conversationId, contactId: former } = await damaged();
      const { contactId } = await act(phone);
      expect([undefined, former]).not.toContain(contactId);
      const { message } = await scene.receive({ from: phone });
      expect(message).toMatchObject({ conversationId, contactId });
      const found = await scene.conversation(conversationId);
      expect(found).toMatchObject({ contactId, contact: { id: contactId, phone: `+${phone}` } });
    },
  );
});
