import { initContract } from '@ts-rest/core';
import type { Response } from 'express';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { targets } from '../../test/databases.ts';
import { startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { idempotencyRecordsTable } from '../idempotency/table.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { Replay } from '../tenancy/idempotency.ts';
import { implement, prepared } from './implement.ts';

const contract = initContract().router({
  open: {
    method: 'POST',
    path: '/safes',
    body: z.object({}),
    responses: { 200: z.object({ id: z.string(), secret: z.string().nullable() }) },
    metadata: { errors: [], secrets: ['secret'] },
  },
});

describe.each(targets)('a handler that is prepared, on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  async function aCaller() {
    const { tenantId } = await server.createTenant();
    const ctx = server.contextOf(tenantId);
    const open = (handlers: ReturnType<typeof opening>, key?: string) =>
      handlers.open({ params: {}, query: {}, body: {}, res: responseOf(ctx, key) });
    return { ctx, open };
  }

  test('waits for the network outside of transactions, and commits its effect in one', async () => {
    const { open } = await aCaller();
    const places: boolean[] = [];
    const handlers = opening({
      prepare: async ({ db }) => places.push(db.inTransaction),
      handle: async ({ db }) => places.push(db.inTransaction),
    });
    await open(handlers, 'k');
    await open(handlers);
    expect(places).toEqual([false, true, false, true]);
  });

  test('is prepared once for equal keys, one after the other or at once', async () => {
    const { open } = await aCaller();
    let preparations = 0;
    const handlers = opening({
      prepare: async () => {
        preparations += 1;
        await new Promise((resolve) => setImmediate(resolve));
      },
    });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => open(handlers, 'k')),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(open(handlers, 'k')).rejects.toBeInstanceOf(Replay);
    expect(preparations).toBe(1);
  });

  test.each(['prepare', 'handle'] as const)('stores nothing when %s fails', async (part) => {
    const { ctx, open } = await aCaller();
    const fail = async () => {
      throw new Error('failed');
    };
    await expect(open(opening({ [part]: fail }), 'k')).rejects.toThrow('failed');
    expect(await ctx.db.select(idempotencyRecordsTable)).toEqual([]);
    await expect(open(opening({}), 'k')).resolves.toMatchObject({ status: 200 });
  });

  test('returns its secret once, and stores the rest of the response', async () => {
    const { ctx, open } = await aCaller();
    const first = await open(opening({}), 'k');
    expect(JSON.parse(first.body.text)).toEqual({ id: 'one', secret: 'hush' });
    const [record] = await ctx.db.select(idempotencyRecordsTable);
    expect(JSON.parse(record?.body ?? '')).toEqual({ id: 'one', secret: null });
    const again = await open(opening({}), 'k').catch((thrown: unknown) => thrown);
    expect(again).toMatchObject({ answer: { body: record?.body } });
  });
});

type Part = (ctx: TenantContext) => Promise<unknown>;

function opening({ prepare, handle }: { prepare?: Part; handle?: Part }) {
  return implement(contract, {
    open: prepared(
      async (_request, ctx) => await prepare?.(ctx),
      async (_request, ctx) => {
        await handle?.(ctx);
        return { id: 'one', secret: 'hush' };
      },
    ),
  });
}

/** Returns the parts of a response that `implement` uses. */
function responseOf(ctx: TenantContext, key?: string): Response {
  const expiresAtMs = Date.now() + 60_000;
  const idempotency = key && { scope: 'POST /safes', key, fingerprint: 'f', expiresAtMs };
  return { locals: { ctx, idempotency }, setHeader() {} } as unknown as Response;
}
