import { expect, test } from 'vitest';
import { refused } from '../client.ts';
import { recordedEvents } from '../event-checks.ts';
import {
  aChannel,
  aConversation,
  aMessage,
  anInbound,
  aPhone,
  createScene,
  missingId,
  type Scene,
} from '../scene.ts';
import type { Targets } from '../target.ts';

export function testAssignments({ paused: target }: Targets): void {
  test('a channel gives each of its users a conversation in turn', async () => {
    const scene = await createScene(target());
    const [ana, bia] = await twoUsers(scene);
    const channel = await aChannel(scene, {
      settings: { autoAssign: 'round_robin', assigneeIds: [ana, bia, ana] },
    });
    expect(channel.settings).toMatchObject({
      autoAssign: 'round_robin',
      assigneeIds: [ana, bia],
    });
    const first = await aConversation(scene, channel.id);
    const begun = await aMessage(scene, { channelId: channel.id, to: aPhone() });
    expect((await conversationOf(scene, begun)).assigneeId).toBeNull();
    const answered = await conversationOf(
      scene,
      await anInbound(scene, channel.id, { from: begun.to }),
    );
    const third = await aConversation(scene, channel.id);
    expect([first, answered, third].map(({ assigneeId }) => assigneeId)).toEqual([ana, bia, ana]);
    const again = await anInbound(scene, channel.id, { from: first.address });
    expect((await conversationOf(scene, again)).assigneeId).toBe(ana);
    const events = await recordedEvents(scene);
    expect(
      events
        .filter(({ type }) => /^(conversation|message)\./.test(type))
        .slice(0, 3)
        .map(({ type, data }) => [type, data.previous]),
    ).toEqual([
      ['conversation.created', null],
      ['conversation.assigned', { assigneeId: null }],
      ['message.received', null],
    ]);
  });

  test('a channel gives a conversation to the user with the fewest open ones', async () => {
    const scene = await createScene(target());
    const assigneeIds = await twoUsers(scene);
    const [ana, bia] = assigneeIds;
    const other = await aConversation(scene);
    const body = { assigneeId: ana } as const;
    await scene.api.conversations.update({ params: { id: other.id }, body });
    const channel = await aChannel(scene, { settings: { autoAssign: 'least_open', assigneeIds } });
    const first = await aConversation(scene, channel.id);
    const second = await aConversation(scene, channel.id);
    const closed = { status: 'closed' } as const;
    await scene.api.conversations.update({ params: { id: other.id }, body: closed });
    await scene.api.conversations.update({ params: { id: second.id }, body: closed });
    const third = await aConversation(scene, channel.id);
    expect([first, second, third].map(({ assigneeId }) => assigneeId)).toEqual([bia, ana, ana]);
  });

  test('the messages of a blocked contact assign nothing', async () => {
    const scene = await createScene(target());
    const channel = await aChannel(scene);
    const { id, contactId, address } = await aConversation(scene, channel.id);
    await scene.api.contacts.block({ params: { id: contactId } });
    const settings = { autoAssign: 'round_robin', assigneeIds: await twoUsers(scene) } as const;
    await scene.api.channels.update({ params: { id: channel.id }, body: { settings } });
    await anInbound(scene, channel.id, { from: address });
    expect((await scene.api.conversations.get({ params: { id } })).assigneeId).toBeNull();
  });

  test('a channel refuses users that are unknown or inactive, and an assignment to nobody', async () => {
    const scene = await createScene(target());
    const { id } = await aChannel(scene);
    const stranger = await (await createScene(target())).tenant.createUser();
    const update = (settings: object) =>
      scene.api.channels.update({ params: { id }, body: { settings } });
    for (const user of [stranger, missingId('usr'), 'nobody']) {
      const settings = { assigneeIds: [user] };
      await refused(update(settings), 'SVC-NOT-FOUND', {
        resource: 'user',
        id: user,
      });
      await refused(aChannel(scene, { settings }), 'SVC-NOT-FOUND');
    }
    const field = 'settings.assigneeIds';
    const inactive = { assigneeIds: [await scene.tenant.createInactiveUser()] };
    await refused(update(inactive), 'SVC-RULE-VIOLATION', {
      rule: 'active_user',
      field,
    });
    const toNobody = { autoAssign: 'least_open' };
    await refused(update(toNobody), 'SVC-RULE-VIOLATION', {
      rule: 'assignees_for_auto_assign',
      field,
    });
  });
}

async function twoUsers({ tenant }: Scene): Promise<[string, string]> {
  return [await tenant.createUser('Ana'), await tenant.createUser('Bia')];
}

function conversationOf({ api }: Scene, { conversationId: id }: { conversationId: string }) {
  return api.conversations.get({ params: { id } });
}
