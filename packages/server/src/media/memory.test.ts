import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { Channel, Message } from '@parley/contract/schemas';
import { Simulator } from '@parley/provider-simulator';
import { expect, onTestFinished, test } from 'vitest';
import { startCommand } from '../../test/command.ts';
import { migratedPlace } from '../../test/databases.ts';

const megabyte = 1_048_576;
/** The maximum memory that may be added, in megabytes: for buffers and garbage, and well below the size of the file. */
const mostMegabytes = 60;

// The peak of the memory of a process is in /proc.
test.skipIf(process.platform !== 'linux')(
  'a document of 100 MB is uploaded, sent and downloaded without being in memory',
  async () => {
    const simulator = await new Simulator().start();
    onTestFinished(() => simulator.close());
    const env = { PARLEY_WHATSAPP_API_URL: simulator.urls.whatsapp };
    const ready = /(\/docs|<name>)\n/;
    const command = await startCommand(await migratedPlace('SQLite'), ['serve', '--demo'], {
      ready,
      env,
    });
    const [, url = ''] = /listening on (\S+)/.exec(command.output()) ?? [];
    const [key = ''] = /prl_live_\w+/.exec(command.output()) ?? [];
    const call = async <Body>(path: string, body?: object | Readable): Promise<Body> => {
      const isFile = body instanceof Readable;
      const answer = await fetch(`${url}/api/v1${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          'x-api-key': key,
          'content-type': isFile ? 'application/pdf' : 'application/json',
        },
        ...(body && { body: isFile ? Readable.toWeb(body) : JSON.stringify(body), duplex: 'half' }),
      } as RequestInit);
      const json = await answer.json();
      if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(json)}`);
      return json as Body;
    };

    const to = '4915112345678';
    const { account, accessToken } = simulator.addAccount('whatsapp');
    account.lastInboundMs.set(to, Date.now());
    const { id: channelId } = await call<Channel>('/channels', {
      name: 'Shop',
      type: 'whatsapp',
      provider: 'whatsapp_cloud',
      config: { phoneNumberId: account.id, wabaId: account.ownerId },
      credentials: { accessToken, appSecret: account.app.secret },
    });
    await call(`/channels/${channelId}/verify`, {});

    const roundTrip = async (megabytes: number) => {
      const { id, sha256 } = await call<{ id: string; sha256: string }>(
        '/media?filename=a.pdf',
        pdfOf(megabytes),
      );
      const media = { id };
      const before = account.taken.length;
      const sent = await call<Message>('/messages', { channelId, to, type: 'document', media });
      await expect.poll(() => account.taken.length).toBe(before + 1);
      const { document } = Object(account.taken.at(-1)?.body) as { document: { id: string } };
      const taken = await fetch(`${simulator.urls.whatsapp}/v25.0/${document.id}`, {
        headers: { authorization: `Bearer ${accessToken}` },
      });
      expect(await taken.json()).toMatchObject({ sha256, file_size: megabytes * megabyte });
      const content = await fetch(`${url}/api/v1/media/${id}/content`, {
        headers: { 'x-api-key': key },
      });
      const hash = createHash('sha256');
      for await (const chunk of content.body ?? []) hash.update(chunk);
      expect([hash.digest('hex'), sent.status]).toEqual([sha256, 'queued']);
    };
    await roundTrip(1);
    // Resets the peak to the present use.
    writeFileSync(`/proc/${command.pid}/clear_refs`, '5');
    const before = memoryOf(command.pid, 'VmRSS');
    await roundTrip(100);
    const peak = memoryOf(command.pid, 'VmHWM');
    expect(peak - before).toBeLessThan(mostMegabytes);
  },
);

function pdfOf(megabytes: number): Readable {
  const chunk = Buffer.alloc(megabyte, 'x');
  return Readable.from(
    (function* () {
      for (let n = 0; n < megabytes; n += 1) {
        yield n === 0 ? Buffer.concat([Buffer.from('%PDF-1.7\n'), chunk.subarray(9)]) : chunk;
      }
    })(),
  );
}

/** Returns the current or peak memory of a process in megabytes. */
function memoryOf(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_024;
}
