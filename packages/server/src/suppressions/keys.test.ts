import { createHmac } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { environment } from '../../test/command.ts';
import { makePlace, type OwnPlace, type Place, targets } from '../../test/databases.ts';
import { runCommand } from '../../test/run-command.ts';
import { aPhone } from '../../test/scene.ts';
import { createChannel } from '../channels/service.ts';
import { contextOf } from '../cli/context.ts';
import { readConfig } from '../config.ts';
import { contacts } from '../contacts/records.ts';
import { createDeps, type Deps } from '../deps.ts';
import { sendMessage } from '../messages/send.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { SealError } from '../sealing.ts';
import { createTenant } from '../tenants/service.ts';
import { createWebhookEndpoint } from '../webhook-endpoints/service.ts';
import { openSuppressionKeys } from './keys.ts';
import { suppress } from './suppress.ts';
import { suppressionKeysTable, suppressionsTable } from './table.ts';

type Keys = Readonly<Record<string, string>>;

const keyOf = (byte: number) => Buffer.alloc(32, `key ${byte}`).toString('base64');
const only = (byte: number): Keys => ({ PARLEY_SECRET_KEY: keyOf(byte) });
const rotated = (byte: number, previous: number): Keys => ({
  ...only(byte),
  PARLEY_SECRET_KEY_PREVIOUS: keyOf(previous),
});

describe.each(targets)('the keys of suppressions on %s', (target) => {
  test.each([
    ['a new installation', false],
    ['an installation of an earlier version', true],
  ] as const)(
    'find every opt-out of %s after two documented rotations of the secret key',
    async (_, isOld) => {
      const place = await aPlace();
      const [early, phone] = [aPhone(), aPhone()];
      let { tenantId, channelId } = isOld ? await tenantIn(unprepared(place, only(1))) : nowhere;
      // As an earlier version has stored it, which was in its second rotation.
      for (const byte of isOld ? [1, 9] : []) {
        const { secrets, system, newId } = unprepared(place, only(byte));
        const text = ['suppression', tenantId, 'whatsapp', early].join('\n');
        const hash = createHmac('sha256', secrets.cursors[0] ?? '')
          .update(text)
          .digest('hex');
        const at = new Date().toISOString();
        await system.forTenant(tenantId).insert(suppressionsTable, {
          id: newId('sup'),
          hash,
          channel_type: 'whatsapp',
          scope: 'all',
          source: 'api',
          decided_at: at,
          created_at: at,
        });
      }
      const first = await started(place, isOld ? rotated(1, 9) : only(1));
      if (!isOld) ({ tenantId, channelId } = await tenantIn(first));
      await refuse(first, tenantId, phone);
      if (!isOld) await refuse(first, tenantId, early);

      for (const byte of [2, 3]) {
        // A process that has started before, and one that starts now.
        const during = await started(place, rotated(byte, byte - 1));
        for (const to of [early, phone]) await expectRefused(during, { tenantId, channelId, to });
        const { out } = await runCommand(place, ['secrets', 'reseal'], {
          env: rotated(byte, byte - 1),
        });
        expect(out).toContain('1 encrypted again');
      }
      const last = await started(place, only(3));
      for (const to of [early, phone]) await expectRefused(last, { tenantId, channelId, to });
      await refuse(last, tenantId, early);
      expect(await last.system.forTenant(tenantId).select(suppressionsTable)).toHaveLength(
        isOld ? 3 : 2,
      );
      const other = aPhone();
      await refuse(last, tenantId, other);
      await expectRefused(first, { tenantId, channelId, to: other });
    },
  );

  test('are the same in processes that start at once, in any order of their secret keys', async () => {
    const place = await aPlace();
    const settings = [rotated(2, 1), rotated(1, 2), rotated(2, 1), only(1), only(2)];
    const processes = settings.map((keys) => unprepared(place, keys));
    await Promise.all(processes.slice(0, 3).map((deps) => openSuppressionKeys(deps)));
    const [one, ...others] = processes.slice(0, 3).map(({ database }) => database.suppressionKeys);
    expect(others).toEqual([one, one]);
    expect(one).toHaveLength(1);
    // One of the two has the key that encrypted them.
    await Promise.all(processes.map((deps) => openSuppressionKeys(deps)));
    const opened = processes.slice(3).map(({ database }) => keysOf(database));
    expect(opened.filter((keys) => keys !== undefined)).toEqual([one]);
  });

  test('let no process with another secret key read or store an address, until they are replaced', async () => {
    const place = await aPlace();
    const right = await started(place, only(7));
    const { tenantId } = await tenantIn(right);
    const phone = aPhone();
    await refuse(right, tenantId, phone);

    const wrong = await started(place, only(8));
    await expect(refuse(wrong, tenantId, aPhone())).rejects.toThrow(SealError);
    await expect(consentOf(wrong, tenantId, phone)).rejects.toThrow(SealError);
    expect(await consentOf(await started(place, only(7)), tenantId, phone)).toBe('opted_out');

    const replace = (keys: Keys, ...options: string[]) =>
      runCommand(place, ['secrets', 'replace-suppression-keys', ...options], { env: keys });
    const refusals = [
      [only(8), [], /add --yes/],
      [only(7), ['--yes'], /can be decrypted/],
    ] as const;
    for (const [keys, options, message] of refusals) {
      const { code, err } = await replace(keys, ...options);
      expect([code, err]).toEqual([1, expect.stringMatching(message)]);
    }
    expect(await replace(only(8), '--yes')).toMatchObject({ code: 0, err: '' });
    const replaced = await started(place, only(8));
    // The operator has given up the opt-out.
    expect(await consentOf(replaced, tenantId, phone)).toBe('unknown');
    const other = aPhone();
    await refuse(replaced, tenantId, other);
    expect(await consentOf(await started(place, only(8)), tenantId, other)).toBe('opted_out');
  });

  test('are not stored by a process that can decrypt no other secret', async () => {
    const place = await aPlace();
    const right = unprepared(place, only(7));
    const { tenantId } = await tenantIn(right);
    const ctx = contextOf(right, tenantId);
    const body = { url: 'https://8.8.8.8/', events: ['*'] };
    await createWebhookEndpoint(ctx, right.secrets, body, undefined);
    const wrong = await started(place, only(8));
    expect(await wrong.system.installation.select(suppressionKeysTable)).toEqual([]);
    await prepareDatabase(right);
    await refuse(right, tenantId, aPhone());
    // Nor does this process replace the keys.
    const { code, err } = await runCommand(
      place,
      ['secrets', 'replace-suppression-keys', '--yes'],
      { env: only(8) },
    );
    expect([code, err]).toEqual([1, expect.stringContaining('none of the other stored secrets')]);
    await refuse(await started(place, only(7)), tenantId, aPhone());
  });

  test('are not stored by a short command on Postgres, which may have another secret key', async () => {
    if (target === 'SQLite') return;
    const place = await aPlace();
    expect(await runCommand(place, ['tenants', 'list'], { env: only(8) })).toMatchObject({
      code: 0,
    });
    const right = await started(place, only(7));
    const { tenantId } = await tenantIn(right);
    await refuse(right, tenantId, aPhone());
  });

  async function aPlace(): Promise<OwnPlace> {
    const place = await makePlace(target);
    onTestFinished(place.remove);
    return place;
  }
});

const nowhere = { tenantId: '', channelId: '' };

/** Returns a process with these keys that has read nothing from the database. */
function unprepared(place: Place, keys: Keys): Deps {
  const deps = createDeps(readConfig({ ...environment(place), ...keys }).config);
  onTestFinished(() => deps.database.close());
  return deps;
}

async function started(place: Place, keys: Keys): Promise<Deps> {
  const deps = unprepared(place, keys);
  await prepareDatabase(deps);
  return deps;
}

async function tenantIn(deps: Deps): Promise<{ tenantId: string; channelId: string }> {
  const tenantId = deps.newId('ten');
  const ctx = contextOf(deps, tenantId);
  await createTenant(ctx, { name: 'Acme' });
  const sandbox = { name: 'Shop', type: 'whatsapp', provider: 'sandbox' } as const;
  const { id } = await createChannel(ctx, deps.secrets, sandbox);
  return { tenantId, channelId: id };
}

async function refuse(deps: Deps, tenantId: string, address: string): Promise<void> {
  const ctx = contextOf(deps, tenantId);
  await suppress(ctx, { channelType: 'whatsapp', address, scope: 'all' });
}

async function consentOf(deps: Deps, tenantId: string, phone: string): Promise<string> {
  const ctx = contextOf(deps, tenantId);
  const { id, consent } = await contacts.create(ctx, { phone: `+${phone}` });
  await contacts.update(ctx, id, { phone: null });
  return consent.all.status;
}

function keysOf(database: Deps['database']): readonly Uint8Array[] | undefined {
  try {
    return database.suppressionKeys;
  } catch {
    return undefined;
  }
}

interface Sent {
  readonly tenantId: string;
  readonly channelId: string;
  readonly to: string;
}

async function expectRefused(deps: Deps, { tenantId, channelId, to }: Sent): Promise<void> {
  const body = { channelId, to, type: 'text', text: 'Hello' } as const;
  const sent = sendMessage(contextOf(deps, tenantId), body);
  await expect(sent).rejects.toMatchObject({ code: 'SVC-RECIPIENT-OPTED-OUT' });
}
