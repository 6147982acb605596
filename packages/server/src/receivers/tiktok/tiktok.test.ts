import { describe, expect, test } from 'vitest';
import { targets } from '../../../test/databases.ts';
import { createLine, type Line, startReceiving } from '../../../test/receiving-scene.ts';
import { serverOfTests } from '../../../test/server-of-tests.ts';

const conversation = '7512345678901234567+1';
let ids = 0;
const id = () => `tt${process.pid}${++ids}`;

function bodyOf(line: Line, event: string, content: object) {
  const whole = { conversation_id: conversation, timestamp: Date.now() - 5_000, ...content };
  return {
    client_key: 'app',
    event,
    create_time: Math.floor(Date.now() / 1_000),
    user_openid: line.externalId,
    content: JSON.stringify(whole),
  };
}

describe.each(targets)('messages of TikTok on %s', (target) => {
  const server = serverOfTests(() => startReceiving(target));

  test('keeps all digits of an ID that is a number', async () => {
    const line = await createLine(server, 'tiktok');
    const body = bodyOf(line, 'im_receive_msg', { type: 'text', text: { body: 'Hi' } });
    const content = body.content.replace('{', '{"message_id":7512345678901234568,');
    await line.take({ ...body, content });
    expect(await line.messages()).toMatchObject([{ externalId: '7512345678901234568' }]);
  });

  test('echoes, reactions, referrals and "read" up to a time', async () => {
    const line = await createLine(server, 'tiktok');
    const [received, sent] = [id(), id()];
    const firstMs = Date.now() - 60_000;
    const after = (ms: number) => ({ timestamp: firstMs + ms });
    const readUntil = (ms: number) => ({ read: { last_read_timestamp: firstMs + ms } });
    const hi = { message_id: received, type: 'text', text: { body: 'Hi' } };
    const reaction = { operation: 'ADD', type: 'EMOJI', emoji: '👍', original_msg_id: received };
    const referral = { source: 'ad', ad: { ad_id: '12' } };
    const image = { type: 'AI_EMOJI', ai_emoji_url: 'https://tt.example/3' };
    const imageReaction = { ...image, operation: 'ADD', original_msg_id: received };
    const echo = {
      message_id: sent,
      type: 'text',
      text: { body: 'Hello' },
      message_tag: { source: 'APP' },
    };
    await line.take(
      bodyOf(line, 'im_receive_msg', { ...hi, ...after(0) }),
      bodyOf(line, 'im_receive_msg', {
        type: 'reaction',
        from_user: { id: 'user-1' },
        reaction: [reaction],
      }),
      // An image as a reaction has no emoji. It is kept, and it does not remove the emoji.
      bodyOf(line, 'im_receive_msg', {
        type: 'reaction',
        reaction: [imageReaction, imageReaction],
      }),
      bodyOf(line, 'im_send_msg', { ...echo, ...after(2_000) }),
      bodyOf(line, 'im_mark_read_msg', readUntil(1_000)),
    );
    const statuses = async () => (await line.messages()).map(({ status }) => status);
    expect(await statuses()).toEqual(['received', 'sent']);
    const byBusiness = { from_user: { id: line.externalId, role: 'BUSINESS_ACCOUNT' } };
    await line.take(bodyOf(line, 'im_mark_read_msg', { ...readUntil(3_000), ...byBusiness }));
    expect(await statuses()).toEqual(['received', 'sent']);
    await line.take(
      bodyOf(line, 'im_mark_read_msg', { ...readUntil(3_000), from_user: { id: 'user-1' } }),
      bodyOf(line, 'im_referral_msg', { referral, ...after(1_000) }),
    );
    expect(await line.messages()).toMatchObject([
      { from: conversation, reactions: [{ from: conversation, emoji: '👍' }] },
      { type: 'system', referral: { sourceType: 'ad', sourceId: '12' } },
      { status: 'read', source: { type: 'echo' } },
    ]);
    expect(await line.failures()).toMatchObject([
      { status: 'kept', reason: 'reaction of type AI_EMOJI' },
    ]);
  });

  test('a reaction that is not a list is kept', async () => {
    const line = await createLine(server, 'tiktok');
    const reaction = { operation: 'ADD', emoji: '👍', original_msg_id: id() };
    const body = bodyOf(line, 'im_receive_msg', { type: 'reaction', reaction });
    await line.take(body);
    expect(await line.failures()).toMatchObject([
      { status: 'kept', reason: 'no items', fragment: JSON.stringify(body) },
    ]);
  });

  test('events without content are kept', async () => {
    const line = await createLine(server, 'tiktok');
    await line.take({ ...bodyOf(line, 'im_receive_msg_eu', {}), content: '{"to":"x"}' });
    expect(await line.failures()).toMatchObject([{ status: 'kept', reason: 'im_receive_msg_eu' }]);
  });
});
