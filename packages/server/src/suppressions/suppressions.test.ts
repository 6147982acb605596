import type { Contact } from '@parley/contract/schemas';
import { beforeAll, describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { someoneWaits } from '../../test/lock-waits.ts';
import { aPhone, createScene, type Scene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { contacts } from '../contacts/records.ts';
import { RunAgainError } from '../db/failures.ts';
import { linkIdentity } from '../identities/service.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { requireSeenSuppressions } from './statements/require-seen.ts';
import { suppress } from './suppress.ts';
import { suppressionsTable } from './table.ts';

describe.each(targets)('an address on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));
  let scene: Scene;
  beforeAll(async () => {
    scene = await createScene(server);
  });

  const refuse = (ctx: TenantContext, address: string) =>
    suppress(ctx, { channelType: 'whatsapp', address, scope: 'all' });
  const consentOf = async (id: string) => (await contacts.get(scene.ctx, id)).consent.all;

  // On SQLite, transactions that read records under a lock run one after the other.
  const isSqlite = target === 'SQLite';
  const times = isSqlite ? [1] : [1, 2];

  test.each(times)(
    'that is suppressed %i times while a contact gets it opts out this contact',
    async (count) => {
      const { id } = await contacts.create(scene.ctx, {});
      const ways: ((ctx: TenantContext, phone: string) => Promise<Contact>)[] = [
        (ctx, phone) => contacts.create(ctx, { phone: `+${phone}` }),
        (ctx, phone) => contacts.update(ctx, id, { phone: `+${phone}` }),
        (ctx, address) => linkIdentity(ctx, id, { channelType: 'whatsapp', address }),
      ];
      for (const way of isSqlite ? ways.slice(0, 1) : ways) {
        const phone = aPhone();
        const later = new Date(scene.ctx.now().getTime() + 1_000);
        if (count > 1) await refuse(scene.ctx, phone);
        let attempts = 0;
        const contact = await inTransaction(scene.ctx, async (ctx) => {
          const given = await way(ctx, phone);
          attempts += 1;
          if (attempts === 1) await refuse({ ...scene.ctx, now: () => later }, phone);
          return given;
        });
        const at = later.toISOString();
        expect(await consentOf(contact.id)).toMatchObject({ status: 'opted_out', at });
        expect(attempts).toBe(2);
        await contacts.update(scene.ctx, id, { phone: null });
      }
    },
  );

  test('whose suppression another request has deleted refuses the commit', async () => {
    const { ctx, call } = await createScene(server);
    const { id } = await refuse(ctx, aPhone());
    const seen = (await ctx.db.select(suppressionsTable)).map(suppressionsTable.toRecord);
    const input = { hashes: seen.map(({ hash }) => hash), seen };
    await ctx.db.run(requireSeenSuppressions, input);
    await call(`DELETE /suppressions/${id}`);
    await expect(ctx.db.run(requireSeenSuppressions, input)).rejects.toThrow(RunAgainError);
  });

  // On SQLite, the transaction that suppresses an address is the only one that writes.
  if (!isSqlite) {
    test('that is suppressed before another contact gets it opts out both', async () => {
      const phone = aPhone();
      const first = await contacts.create(scene.ctx, {});
      await linkIdentity(scene.ctx, first.id, { channelType: 'whatsapp', address: phone });
      const made: string[] = [];
      await inTransaction(scene.ctx, async (ctx) => {
        await refuse(ctx, phone);
        if (made.length > 0) return;
        made.push((await contacts.create(scene.ctx, { phone: `+${phone}` })).id);
      });
      for (const id of [first.id, ...made]) {
        expect(await consentOf(id)).toMatchObject({ status: 'opted_out' });
      }
    });

    test('whose suppression is deleted while a contact gets it does not opt out this contact', async () => {
      const { id } = await contacts.create(scene.ctx, {});
      const ways: ((ctx: TenantContext, phone: string) => Promise<Contact>)[] = [
        (ctx, phone) => contacts.create(ctx, { phone: `+${phone}` }),
        (ctx, address) => linkIdentity(ctx, id, { channelType: 'whatsapp', address }),
      ];
      for (const way of ways) {
        const phone = aPhone();
        const suppression = await refuse(scene.ctx, phone);
        const deleted: number[] = [];
        const contact = await inTransaction(scene.ctx, async (ctx) => {
          const given = await way(ctx, phone);
          const answer = await scene.call(`DELETE /suppressions/${suppression.id}`);
          deleted.push(answer.status);
          return given;
        });
        expect(await consentOf(contact.id)).toMatchObject({ status: 'unknown' });
        expect(deleted).toEqual([204, 404]);
      }
    });

    test('whose suppression waits for its deletion keeps no other contact waiting', async () => {
      const phone = aPhone();
      const { id } = await refuse(scene.ctx, phone);
      const deleted = await inTransaction(scene.ctx, async (ctx) => {
        await refuse(ctx, phone);
        const answer = scene.call(`DELETE /suppressions/${id}`);
        await someoneWaits(server.deps.database);
        await contacts.create(scene.ctx, { phone: `+${aPhone()}` });
        return { answer };
      });
      expect((await deleted.answer).status).toBe(204);
    });

    // On SQLite, each request has its own check.
    test('that one request has not seen refuses a shared commit, although another request has seen it', async () => {
      const { ctx } = await createScene(server);
      await refuse(ctx, aPhone());
      const known = (await ctx.db.select(suppressionsTable)).map(suppressionsTable.toRecord);
      const hashes = known.map(({ hash }) => hash);
      const commit = (...all: (typeof known)[]) =>
        ctx.db.run(
          {
            name: 'commit-together',
            access: 'write',
            sqlite: () => {},
            async postgres(db) {
              const { tenantId } = ctx.db;
              const calls = all.map((seen) => ({ tenantId, input: { hashes, seen } }));
              return await requireSeenSuppressions.postgres(db, calls);
            },
          },
          null,
        );
      await commit(known, known);
      await expect(commit([], known)).rejects.toThrow(RunAgainError);
    });
  }
});
