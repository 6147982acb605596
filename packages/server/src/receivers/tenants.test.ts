import { describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { createLine, type Line, startReceiving } from '../../test/receiving-scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import {
  batched,
  messageBody,
  statusBody,
  wamid,
  whatsappBody,
} from '../../test/whatsapp-bodies.ts';

const from = '5511987654321';

describe.each(targets)('webhooks of two tenants on %s', (target) => {
  const server = serverOfTests(() => startReceiving(target));

  test('equal IDs of messages and customers stay separate', async () => {
    const lines = [await createLine(server), await createLine(server)] as const;
    const [one, other] = lines;
    const [received, sent] = [wamid(), wamid()];
    const text = ({ externalId }: Line) => ({ type: 'text', text: { body: externalId } });
    const written = lines.map((line) =>
      messageBody(line.externalId, { from }, { id: received, ...text(line) }),
    );
    const echoed = lines.map((line) => {
      const echo = { to: from, id: sent, timestamp: '1739321024', ...text(line) };
      return whatsappBody(line.externalId, { message_echoes: [echo] }, 'smb_message_echoes');
    });
    // One webhook may be about the channels of several tenants.
    await one.take(batched(written), batched(echoed), batched([...echoed, ...written]));
    await one.take(
      messageBody(
        one.externalId,
        { from },
        { type: 'revoke', revoke: { original_message_id: received } },
      ),
      statusBody(one.externalId, { id: sent, status: 'read' }),
    );
    const shown = async (line: Line) =>
      (await line.messages())
        .map(({ externalId, text, status, isDeleted }) => [externalId, text, status, isDeleted])
        .sort();
    expect(await shown(one)).toEqual([
      [received, null, 'received', true],
      [sent, one.externalId, 'read', false],
    ]);
    expect(await shown(other)).toEqual([
      [received, other.externalId, 'received', false],
      [sent, other.externalId, 'sent', false],
    ]);
    const [first] = await one.messages();
    for (const path of [`messages/${first?.id}`, `contacts/${first?.contactId}`])
      expect((await other.call(`GET /${path}`)).status).toBe(404);
  });
});
