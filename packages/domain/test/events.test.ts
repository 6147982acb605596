import { webhookLimits } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { expectBelow } from '../../../scripts/test/expect-short-hold.ts';
import { cpuOf } from '../../../scripts/test/longest-hold.ts';
import { type EventParts, eventBody, eventText } from '../src/index.ts';

describe('the text of an event', () => {
  test('is the envelope of the contract with its sequence', () => {
    const { event } = make({
      object: contact({ name: 'Ana' }),
      previous: { name: 'Bia' },
      context: { extra: 1 },
    });
    expect(event).toEqual({
      id: 'evt_1',
      type: 'contact.updated',
      timestamp: '2026-11-20T12:00:00.000Z',
      apiVersion: 'v1',
      tenantId: 'ten_1',
      sequence: 42,
      subject: { type: 'contact', id: 'con_1' },
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

  test('is unchanged up to 256 kB, and shortened above', () => {
    const empty = make({ object: contact({ text: '' }) }).body.length;
    const fits = make({
      object: contact({ text: 'x'.repeat(webhookLimits.bodyBytes - empty - 64) }),
    });
    expect(fits.event.data).not.toHaveProperty('truncated');
    const text = 'x'.repeat(webhookLimits.bodyBytes);
    const { event, body } = make({ object: contact({ text }) });
    expect(sizeOf(body)).toBeLessThanOrEqual(webhookLimits.bodyBytes);
    expect(sizeOf(body)).toBeGreaterThan(webhookLimits.bodyBytes * 0.95);
    expect(event.data.truncated).toBe(true);
    expect(event.data.object.text).toMatch(/^x+…$/);
  });

  test('is shortened at its longest texts; ids and short texts stay', () => {
    const object = {
      id: 'msg_01M7VYWZV6CAE9BCAF5A3F7C3D',
      note: 'short',
      long: 'é'.repeat(200_000),
      list: Array.from({ length: 50 }, (_, n) => ({ n, text: '😀'.repeat(5_000) })),
    };
    const { event, body } = make({ object, previous: { long: 'ö'.repeat(100_000) } });
    expect(sizeOf(body)).toBeLessThanOrEqual(webhookLimits.bodyBytes);
    expect(event.data.object).toMatchObject({ id: object.id, note: 'short' });
    expect(event.data.changes).toEqual(['long']);
    expect(event.data.object.list).toHaveLength(50);
    for (const { text } of event.data.object.list) expect(text.isWellFormed?.() ?? true).toBe(true);
    expect(body).not.toMatch(/\\ud8/);
  });

  test('is shortened also when it has many short texts', () => {
    const object = { id: 'con_1', many: Array.from({ length: 50_000 }, (_, n) => `number ${n}`) };
    const { event, body } = make({ object });
    expect(sizeOf(body)).toBeLessThanOrEqual(webhookLimits.bodyBytes);
    expect(event.data).toMatchObject({ truncated: true, object: { id: 'con_1' } });
    expect(event.data.object.many.length).toBeGreaterThan(1_000);
  });

  test('has no metadata when its entries alone are too much', () => {
    const entries = Array.from({ length: 4_000 }, (_, n) => [`key ${n}`, 'x'.repeat(64)]);
    const metadata = Object.fromEntries(entries);
    const { body, event } = make({ object: contact({ name: 'Ana', metadata }) });
    expect(event.data).toMatchObject({ object: { id: 'con_1', name: 'Ana', metadata: {} } });
    expect(event.data.truncated).toBe(true);
    expect(sizeOf(body)).toBeLessThanOrEqual(webhookLimits.bodyBytes);
  });

  test('is shortened in a moment also when content of a provider has many fields', async () => {
    const fields = Array.from({ length: 30_000 }, (_, n) => [`number ${n}`, n]);
    const object = { id: 'msg_1', text: 'Hi', providerContent: Object.fromEntries(fields) };
    const { event, body } = make({ object });
    expect(sizeOf(body)).toBeLessThanOrEqual(webhookLimits.bodyBytes);
    expect(event.data).toMatchObject({
      truncated: true,
      object: { id: 'msg_1', text: 'Hi', providerContent: null },
    });
    await expectBelow(100, 3, () => cpuOf(() => make({ object })));
  });
});

const contact = (fields: object) => ({ id: 'con_1', ...fields });

const sizeOf = (text: string) => new TextEncoder().encode(text).length;

function make(parts: Pick<EventParts, 'object' | 'previous' | 'context'>) {
  const text = eventText({
    ...parts,
    id: 'evt_1',
    type: 'contact.updated',
    at: '2026-11-20T12:00:00.000Z',
    tenantId: 'ten_1',
    actor: { type: 'system', id: null, grantId: null },
  });
  const body = eventBody(text, 42);
  return { body, event: JSON.parse(body) };
}
