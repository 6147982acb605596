import { webhookLimits } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { contextFor } from '../../test/contexts.ts';
import { freshDatabase } from '../../test/databases.ts';
import { SystemDb } from '../db/system-db.ts';
import { bodyOf, type EventInput, envelopeOf } from './envelope.ts';

const subject = { type: 'contact', id: 'con_1' };

describe('the text of an event', () => {
  test('is the envelope of the contract, its number in its place', async () => {
    const { ctx, make } = await setUp();
    const { envelope, event } = make({
      subject,
      object: { id: 'con_1', name: 'Ana' },
      previous: { name: 'Bia' },
      context: { extra: 1 },
    });
    expect(event).toEqual({
      id: envelope.id,
      type: 'contact.updated',
      timestamp: envelope.createdAt,
      apiVersion: 'v1',
      tenantId: ctx.db.tenantId,
      sequence: 42,
      subject,
      actor: { type: 'system', id: null, grantId: null },
      data: {
        object: { id: 'con_1', name: 'Ana' },
        previous: { name: 'Bia' },
        changes: ['name'],
        extra: 1,
      },
      test: false,
    });
  });

  test.each([
    ['of its record', { subject, object: { channelId: 'chn_1' } }, 'chn_1'],
    ['of a channel is itself', { subject: { type: 'channel', id: 'chn_2' }, object: {} }, 'chn_2'],
    ['is none without one', { subject, object: { channelId: null } }, null],
  ])('has the channel %s', async (_name, input, channelId) => {
    const { make } = await setUp();
    expect(make(input).envelope.channelId).toBe(channelId);
  });

  test('is left as it is up to 256 kB, and shortened beyond', async () => {
    const { make } = await setUp();
    const empty = make({ subject, object: { text: '' } }).body.length;
    const fits = make({
      subject,
      object: { text: 'x'.repeat(webhookLimits.bodyBytes - empty - 64) },
    });
    expect(fits.event.data).not.toHaveProperty('truncated');
    const text = 'x'.repeat(webhookLimits.bodyBytes);
    const { event, body } = make({ subject, object: { text } });
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(webhookLimits.bodyBytes);
    expect(Buffer.byteLength(body)).toBeGreaterThan(webhookLimits.bodyBytes * 0.95);
    expect(event.data.truncated).toBe(true);
    expect(event.data.object.text).toMatch(/^x+…$/);
  });

  test('is shortened where it is longest; ids and short texts stay whole', async () => {
    const { make } = await setUp();
    const object = {
      id: 'msg_01M7VYWZV6CAE9BCAF5A3F7C3D',
      note: 'short',
      long: 'é'.repeat(200_000),
      list: Array.from({ length: 50 }, (_, n) => ({ n, text: '😀'.repeat(5_000) })),
    };
    const { event, body } = make({ subject, object, previous: { long: 'ö'.repeat(100_000) } });
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(webhookLimits.bodyBytes);
    expect(event.data.object).toMatchObject({ id: object.id, note: 'short' });
    expect(event.data.changes).toEqual(['long']);
    expect(event.data.object.list).toHaveLength(50);
    for (const { text } of event.data.object.list) expect(text.isWellFormed?.() ?? true).toBe(true);
    expect(body).not.toMatch(/\\ud8/);
  });

  test('is shortened also when there is only very much of something short', async () => {
    const { make } = await setUp();
    const object = { id: 'con_1', many: Array.from({ length: 50_000 }, (_, n) => `number ${n}`) };
    const { event, body } = make({ subject, object });
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(webhookLimits.bodyBytes);
    expect(event.data).toMatchObject({ truncated: true, object: { id: 'con_1' } });
    expect(event.data.object.many.length).toBeGreaterThan(1_000);
  });
});

async function setUp() {
  const { database } = await freshDatabase('SQLite');
  const ctx = contextFor(new SystemDb(database));
  const make = (input: EventInput) => {
    const envelope = envelopeOf(ctx, 'contact.updated', input);
    const body = bodyOf(envelope, 42);
    return { envelope, body, event: JSON.parse(body) };
  };
  return { ctx, make };
}
