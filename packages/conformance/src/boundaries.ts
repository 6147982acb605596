import { type CreateChannelBody, metadataLimits } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { sendText } from './bad-input/row.ts';
import { type Call, send } from './http.ts';
import { aChannel, aContact, aMessage, anInbound, createScene, type Scene } from './scene.ts';
import type { Targets } from './target.ts';

type ChannelType = CreateChannelBody['type'];

const longest: readonly (readonly [string, ChannelType, string])[] = [
  ['4,096 letters on WhatsApp', 'whatsapp', 'x'.repeat(4_096)],
  ['4,096 emoji on WhatsApp', 'whatsapp', '😀'.repeat(4_096)],
  ['1,000 bytes of accents on Instagram', 'instagram', 'é'.repeat(500)],
  ['250 emoji on Instagram', 'instagram', '😀'.repeat(250)],
  ['6,000 letters on TikTok', 'tiktok', 'x'.repeat(6_000)],
  ['one letter', 'whatsapp', 'x'],
  ['a text with every kind of space', 'whatsapp', '\t a\r\nb\u00a0\u2028 '],
  ['right-to-left text', 'whatsapp', 'مرحبا \u202eעולם'],
];

/** Tests that values just within the limits are accepted. */
export function describeBoundaries({ paused: target }: Targets): void {
  describe('boundaries', () => {
    test.each(longest)('%s are stored and returned unchanged', async (_title, type, text) => {
      const scene = await createScene(target());
      const { id: channelId } = await aChannel(scene, { type });
      const { id } = await aMessage(scene, { channelId, text });
      expect((await scene.api.messages.get({ params: { id } })).text).toBe(text);
    });

    test('names, tags and metadata of the maximum length are stored', async () => {
      const scene = await createScene(target());
      const keys = Array.from({ length: metadataLimits.keys }, (_, index) =>
        String(index).padEnd(metadataLimits.keyLength, 'k'),
      );
      const metadata = Object.fromEntries(keys.map((key) => [key, 'v'.repeat(150)]));
      const body = {
        name: '😀'.repeat(127),
        externalId: 'e'.repeat(255),
        tags: Array.from({ length: 50 }, (_, index) => String(index).padEnd(64, 't')),
        metadata,
      };
      const { id } = await aContact(scene, body);
      expect(await scene.api.contacts.get({ params: { id } })).toMatchObject(body);
      const long = await aMessage(scene, { metadata: { note: 'v'.repeat(500) } });
      expect(long.metadata['note']).toHaveLength(500);
    });

    test('accepts the shortest and the longest recipient', async () => {
      const scene = await createScene(target());
      for (const to of ['123456', '123456789012345', `US.${'A'.repeat(128)}`]) {
        expect((await aMessage(scene, { to })).to).toBe(to);
      }
    });

    test('uses the last value when a body repeats a key', async () => {
      const scene = await createScene(target());
      const answer = await sendText(scene, 'contacts.create', '{"name":"One","name":"Two"}');
      expect(answer.json).toMatchObject({ name: 'Two' });
    });

    test('accepts a time with any UTC offset', async () => {
      const scene = await createScene(target());
      const { id } = await aChannel(scene);
      const at = new Date(Date.now() - 3_600_000).toISOString();
      const shifted = (hours: number, offset: string) =>
        `${new Date(Date.parse(at) + hours * 3_600_000).toISOString().slice(0, -1)}${offset}`;
      const times = [at, shifted(-3, '-03:00'), shifted(5.5, '+05:30'), shifted(0, '+00:00')];
      for (const timestamp of times) {
        const message = await anInbound(scene, id, { timestamp });
        const { conversationId: conversation } = message;
        expect(await scene.api.conversations.get({ params: { id: conversation } })).toMatchObject({
          lastInboundAt: at,
        });
      }
    });

    const readings: readonly (readonly [string, Partial<Call>])[] = [
      ['If-None-Match', { headers: { 'if-none-match': '*' } }],
      ['If-Modified-Since', { headers: { 'if-modified-since': 'Fri, 20 Nov 2037 00:00:00 GMT' } }],
      ['Range', { headers: { range: 'bytes=0-1' } }],
      ['Accept: text/html', { headers: { accept: 'text/html' } }],
      ['Accept: nothing we have', { headers: { accept: 'image/png;q=0.1' } }],
      ['X-HTTP-Method-Override', { headers: { 'x-http-method-override': 'DELETE' } }],
      ['X-Forwarded-*', { headers: { 'x-forwarded-for': '1.2.3.4', 'x-forwarded-host': 'evil' } }],
      ['Cookie', { headers: { cookie: 'session=1; __Host-session=2' } }],
      ['a long header', { headers: { 'x-long': 'x'.repeat(8_000) } }],
      ['constructor in the query', { query: { constructor: '1', toString: '1' } }],
      ['brackets in the query', { query: { 'limit[a]': '1', 'app_id[]': 'x' } }],
      ['app_id in the query', { query: { app_id: 'other' } }],
    ];
    test.each(readings)('%s does not change the response of a GET', async (_title, extra) => {
      const scene = await createScene(target());
      const call = { method: 'GET', path: '/channels', key: scene.tenant.apiKey };
      await aChannel(scene);
      const plain = await send(scene.target.baseUrl, call);
      const answer = await send(scene.target.baseUrl, { ...call, ...extra });
      expect([answer.status, answer.text]).toEqual([200, plain.text]);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/);
    });

    test('ignores repeated unknown parameters, and reads a plus in known ones as a space', async () => {
      const scene = await createScene(target());
      const { id } = await aContact(scene, { name: 'Ana Lima' });
      const path = '/contacts?q=ana+lima&x=1&x=2&x=3';
      const answer = await send(scene.target.baseUrl, {
        method: 'GET',
        path,
        key: scene.tenant.apiKey,
      });
      expect(answer.json).toMatchObject({ data: [{ id }] });
    });

    test('accepts 1,000 parameters in a query and 100 values of 255 characters in a filter', async () => {
      const scene = await createScene(target());
      const externalIds = Array.from({ length: 100 }, (_, index) => `${index}/`.padEnd(255, 'x'));
      const { id } = await aContact(scene, { externalId: externalIds[99] as string });
      const { data } = await scene.api.contacts.list({ query: { externalId: externalIds } });
      expect(data.map((contact) => contact.id)).toEqual([id]);
      const most = `/contacts?${'x=1&'.repeat(999)}externalId=${encodeURIComponent(externalIds[99] as string)}`;
      const call = { method: 'GET', path: most, key: scene.tenant.apiKey };
      const answer = await send(scene.target.baseUrl, call);
      expect(answer.json).toMatchObject({ data: [{ id }] });
    });

    test.each(['0.30000000000000004', '1e-7', '2.5e-1', '1.0000000000000000', '.5'])(
      '%s is a number between 0 and 1 in a query',
      async (minScore) => {
        const scene = await createScene(target());
        await scene.api.knowledgeFaqs.list({ query: { q: 'word', minScore } });
      },
    );

    test('a POST without a required body accepts no body, an empty one and an empty object', async () => {
      const scene = await createScene(target());
      const { id } = await aChannel(scene);
      for (const body of [undefined, '', '{}']) {
        const answer = await postDisable(scene, id, body);
        expect(answer.status, answer.text).toBe(200);
        await scene.api.channels.enable({ params: { id } });
      }
    });
  });
}

function postDisable({ target, tenant }: Scene, id: string, body: string | undefined) {
  return send(target.baseUrl, {
    method: 'POST',
    path: `/channels/${id}/disable`,
    key: tenant.apiKey,
    ...(body === undefined ? {} : { raw: body, headers: { 'content-type': 'application/json' } }),
  });
}
