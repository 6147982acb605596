import { describe, expect, test } from 'vitest';
import { refused } from './client.ts';
import { eventually } from './poll.ts';
import { aChannel, aPhone, createScene } from './scene.ts';
import type { Targets } from './target.ts';

export function describeInboundFailures({ running, paused }: Targets): void {
  describe('items of webhooks that were not handled', () => {
    test('the list shows the reason and the form of an item, and nothing that a person wrote', async () => {
      const scene = await createScene(paused());
      const { id: channelId } = await aChannel(scene);
      const from = aPhone();
      const id = await scene.tenant.failInbound(channelId, { from, text: 'My secret' });
      const params = { id: channelId };
      const { data } = await scene.api.channels.listInboundFailures({ params });
      expect(data).toMatchObject([{ id, channelId, kind: 'message', status: 'failed' }]);
      const [item] = data;
      expect(item?.attempts).toBeGreaterThan(0);
      expect(item?.reason).not.toBe('');
      expect(JSON.stringify(item?.fragment)).toContain('"type":"text"');
      expect(JSON.stringify(data)).not.toContain('My secret');
      expect(JSON.stringify(data)).not.toContain(from);
    });

    test('a channel lists its own items, by status', async () => {
      const scene = await createScene(paused());
      const { id: channelId } = await aChannel(scene);
      const other = await aChannel(scene);
      const item = { from: aPhone(), text: 'Hello' };
      const first = await scene.tenant.failInbound(channelId, item);
      const second = await scene.tenant.failInbound(channelId, item);
      const find = async (id: string, status?: string) => {
        const query = status === undefined ? {} : { status };
        const { data } = await scene.api.channels.listInboundFailures({ params: { id }, query });
        return new Set(data.map((failure) => failure.id));
      };
      await scene.api.channels.retryInboundFailure({
        params: { id: channelId, inboundFailureId: second },
      });
      expect(await find(channelId)).toEqual(new Set([first, second]));
      expect(await find(channelId, 'failed')).toEqual(new Set([first]));
      expect(await find(channelId, 'retrying')).toEqual(new Set([second]));
      expect(await find(channelId, 'failed,retrying')).toEqual(new Set([first, second]));
      expect(await find(channelId, 'kept')).toEqual(new Set());
      expect(await find(other.id)).toEqual(new Set());
    });

    test('a retry receives the message once, and removes the item', async () => {
      const scene = await createScene(running());
      const { id } = await aChannel(scene);
      const text = 'Better late than never';
      const inboundFailureId = await scene.tenant.failInbound(id, { from: aPhone(), text });
      const params = { id, inboundFailureId };
      const answers = [];
      for (let round = 0; round < 2; round += 1) {
        const answer = await scene.call('channels.retryInboundFailure', { params });
        answers.push(answer.status);
      }
      expect(answers[0]).toBe(202);
      await eventually(
        scene.target,
        () => scene.api.channels.listInboundFailures({ params: { id } }),
        ({ data }) => data.length === 0,
      );
      const { data } = await scene.api.messages.list({ query: { channelId: id } });
      expect(data).toMatchObject([{ direction: 'inbound', status: 'received', text }]);
      await refused(scene.api.channels.retryInboundFailure({ params }), 'SVC-NOT-FOUND');
    });
  });
}
