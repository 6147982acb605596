import { describe, expect, test } from 'vitest';
import { recordedEvents } from './event-checks.ts';
import type { Query } from './http.ts';
import { aChannel, aContact, allOf, aMessage, anEndpoint, createScene } from './scene.ts';
import type { Targets } from './target.ts';

/** Tests the event log, for clients that cannot receive webhooks. */
export function describeEventLog({ paused: target }: Targets): void {
  describe('event log', () => {
    test('lists events by sequence, without a gap', async () => {
      const scene = await createScene(target());
      for (let count = 0; count < 5; count += 1) await aMessage(scene);
      const events = await recordedEvents(scene);
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
      const last = await allOf(({ query }) =>
        scene.api.events.list({ query: { ...query, sort: '-sequence' } }),
      );
      expect(last).toEqual([...events].reverse());
    });

    test('continuing after the last sequence misses no event during concurrent writes', async () => {
      const scene = await createScene(target());
      let isWriting = true;
      const writing = Promise.all(
        Array.from({ length: 8 }, async () => {
          for (let count = 0; count < 4; count += 1) await aContact(scene);
        }),
      ).finally(() => {
        isWriting = false;
      });
      const seen: number[] = [];
      for (let done = false; !done; ) {
        done = !isWriting;
        const { data } = await scene.api.events.list({
          query: { afterSequence: seen.at(-1) ?? 0, limit: 3 },
        });
        seen.push(...data.map(({ sequence }) => sequence));
        if (data.length > 0) done = false;
      }
      await writing;
      const all = await recordedEvents(scene);
      expect(all.length).toBeGreaterThanOrEqual(32);
      expect(seen).toEqual(all.map(({ sequence }) => sequence));
    });

    test('returns an event by id with the record as it was at that time', async () => {
      const scene = await createScene(target());
      const contact = await aContact(scene, { name: 'Ana' });
      const query = { subjectId: contact.id };
      const [event] = (await scene.api.events.list({ query })).data;
      await scene.api.contacts.update({ params: { id: contact.id }, body: { name: 'Bia' } });
      const read = await scene.api.events.get({ params: { id: event?.id as string } });
      expect(read).toEqual(event);
      expect(read.data.object).toEqual(contact);
    });

    test('a filter matches any of its values, and several filters must all match', async () => {
      const scene = await createScene(target());
      await anEndpoint(scene, { events: ['message.queued'] });
      const channel = await aChannel(scene);
      const contact = await aContact(scene);
      await scene.api.contacts.update({ params: { id: contact.id }, body: { tags: ['vip'] } });
      const message = await aMessage(scene, { channelId: channel.id });
      const find = async (query: Query) =>
        (await scene.api.events.list({ query }))?.data
          .map(({ type, subject }) => `${type} ${subject.id}`)
          .filter((line) => !line.startsWith('api_key'));
      const lines = {
        channel: `channel.created ${channel.id}`,
        contact: `contact.created ${contact.id}`,
        tags: `contact.tags_changed ${contact.id}`,
        recipient: `contact.created ${message.contactId}`,
        conversation: `conversation.created ${message.conversationId}`,
        queued: `message.queued ${message.id}`,
      };
      const { channel: made, contact: first, tags, recipient, conversation, queued } = lines;
      expect(await find({})).toEqual([made, first, tags, recipient, conversation, queued]);
      expect(await find({ type: 'contact.created' })).toEqual([first, recipient]);
      expect(await find({ type: 'contact.*' })).toEqual([first, tags, recipient]);
      expect(await find({ type: 'contact.tags_changed,channel.*' })).toEqual([made, tags]);
      expect(await find({ type: ['message.queued', 'message.sent'] })).toEqual([queued]);
      expect(await find({ type: 'message.read' })).toEqual([]);
      expect(await find({ subjectId: contact.id })).toEqual([first, tags]);
      expect(await find({ subjectId: [message.id, channel.id] })).toEqual([made, queued]);
      expect(await find({ subjectId: contact.id, type: 'contact.created' })).toEqual([first]);
      expect(await find({ sort: '-sequence', type: 'contact.*' })).toEqual([
        recipient,
        tags,
        first,
      ]);
    });

    test('a range includes its start and excludes its end', async () => {
      const scene = await createScene(target());
      const { id } = await aContact(scene);
      const [event] = (await scene.api.events.list({ query: { subjectId: id } })).data;
      const { timestamp, sequence } = event as { timestamp: string; sequence: number };
      const later = new Date(Date.parse(timestamp) + 1).toISOString();
      const find = async (query: Query) =>
        (await scene.api.events.list({ query: { ...query, subjectId: id } })).data.length;
      expect(await find({ since: timestamp })).toBe(1);
      expect(await find({ until: timestamp })).toBe(0);
      expect(await find({ since: later })).toBe(0);
      expect(await find({ since: timestamp, until: later })).toBe(1);
      expect(await find({ afterSequence: sequence })).toBe(0);
      expect(await find({ afterSequence: sequence - 1 })).toBe(1);
      expect(await find({ afterSequence: 999_999_999_999_999 })).toBe(0);
    });
  });
}
