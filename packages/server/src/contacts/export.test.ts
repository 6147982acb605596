import { text } from 'node:stream/consumers';
import { contactRules } from '@parley/domain';
import type { Response } from 'express';
import { describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { createScene, type Scene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { contactPages, exportAnswer } from './export.ts';
import { contactsTable } from './table.ts';

describe.each(targets)('exports of contacts on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  test('contacts that are created, changed or deleted meanwhile neither double nor hide others', async () => {
    const scene = await createScene(server);
    await fill(scene, 450);
    const pages = contactPages(scene.ctx, { archived: false });
    const { value: first } = await pages.next();
    const [oldest, second] = await scene.ctx.db.select(contactsTable).orderBy('id');
    await scene.call('POST /contacts', { externalId: 'new' });
    await scene.call(`PATCH /contacts/${oldest?.id}`, { name: 'Changed' });
    await scene.call(`DELETE /contacts/${second?.id}`);
    let file = first?.text ?? '';
    for await (const { text } of pages) file += text;
    const lines = file.trim().split('\r\n').slice(1);
    const ids = lines.map((line) => line.split(',')[0]);
    expect(new Set(ids).size).toBe(449);
    expect(ids).toHaveLength(449);
    expect(file).not.toContain('new');
    expect(lines.filter((line) => line.includes('Changed'))).toHaveLength(1);
  });

  test('a database that fails before the first page is an error, and later it breaks the file off', async () => {
    const { ctx, ...scene } = await createScene(server);
    await fill({ ctx, ...scene }, 250);
    const begin = (ctx: TenantContext) =>
      exportAnswer(ctx, { archived: false }).begin({
        req: { method: 'GET', headers: {} },
        setHeader: () => {},
        once: () => {},
        destroy: () => {},
      } as unknown as Response);
    await expect(begin(failingAfter(ctx, 1))).rejects.toThrow('lost');
    const { body } = await begin(failingAfter(ctx, 2));
    await expect(text(body)).rejects.toThrow('lost');
    const { body: whole } = await begin(ctx);
    expect((await text(whole)).trim().split('\r\n')).toHaveLength(251);
  });
});

async function fill({ ctx }: Pick<Scene, 'ctx'>, count: number): Promise<void> {
  const at = ctx.now().toISOString();
  const rows = Array.from({ length: count }, () =>
    contactsTable.toRow(contactRules.initial({ name: 'Ana' }, { id: ctx.newId('con'), at })),
  );
  await ctx.db.transaction(async (db) => db.insertTogether(contactsTable, rows));
}

/**
 * Returns a context whose database fails after this many statements. The first statement of an export reads the custom
 * fields.
 */
function failingAfter(ctx: TenantContext, statements: number): TenantContext {
  let left = statements;
  const db = new Proxy(ctx.db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (name === 'run' && left-- <= 0) return Promise.reject(new Error('lost'));
        return value.apply(target, args);
      };
    },
  });
  return { ...ctx, db };
}
