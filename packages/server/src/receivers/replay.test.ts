import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChannelType } from '@parley/contract/schemas';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seed } from '../../../../scripts/test/seed.ts';
import { targets } from '../../test/databases.ts';
import { type Case, instagramCases, tiktokCases } from '../../test/provider-bodies.ts';
import { createLine, type Line, startReceiving } from '../../test/receiving-scene.ts';
import { drain } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import {
  batched,
  messageBody,
  messagesOfEveryType,
  statusBody,
} from '../../test/whatsapp-bodies.ts';
import { whatsappCases } from '../../test/whatsapp-cases.ts';
import { channelsTable } from '../channels/table.ts';
import { inboundFailuresTable, pendingReportsTable } from './table.ts';

// Every known webhook body, delivered in every way in which a provider may deliver it.

type Body = Record<string, unknown>;

interface Recording {
  readonly name: string;
  /** Returns the body for a phone number. IDs of messages end with `ending`. */
  bodyFor(externalId: string, ending: string): Body;
}

const ownPhone = '5511987654321';

/** Returns the bodies in the folder PARLEY_TEST_DATA, or those in this repository. */
function recordings(): readonly Recording[] {
  const named = process.env['PARLEY_TEST_DATA'];
  const folder =
    named && [named, join(named, 'whatsapp')].find((one) => existsSync(join(one, 'message.json')));
  return folder ? recorded(folder) : written();
}

function recorded(folder: string): readonly Recording[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.flatMap((file) => {
    const cases = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, Body>;
    return Object.entries(cases).map(([name, body]) => ({
      name: `${file} ${name}`,
      bodyFor: (externalId: string, ending: string) => {
        const text = JSON.stringify(body)
          .replaceAll(/"phone_number_id":"[^"]*"/g, `"phone_number_id":"${externalId}"`)
          // Recordings of different messages have one id.
          .replaceAll(/"id":"(wamid[^"]*|<WHATSAPP_MESSAGE_ID>)"/g, `"id":"$1${name}${ending}"`);
        const whole = JSON.parse(text) as Body;
        for (const entry of whole['entry'] as Body[]) entry['id'] = `waba${externalId}`;
        return whole;
      },
    }));
  });
}

function written(): readonly Recording[] {
  const messages = Object.entries(messagesOfEveryType).map(([name, { message }]) => ({
    name,
    bodyFor: (externalId: string, ending: string) =>
      messageBody(externalId, { from: ownPhone }, { ...message, id: `wamid.${name}${ending}` }),
  }));
  const statuses = ['sent', 'delivered', 'read', 'played', 'failed', 'deleted'].map((status) => ({
    name: `status ${status}`,
    bodyFor: (externalId: string, ending: string) =>
      statusBody(externalId, { id: `wamid.sent${ending}`, status }),
  }));
  return [...messages, ...statuses];
}

const all = recordings();

describe.each(targets)('replaying webhooks on %s', (target) => {
  const server = serverOfTests(() => startReceiving(target));

  const bodiesFor = (line: Line) =>
    all.map(({ bodyFor }) => bodyFor(line.externalId, line.channel.id));

  test('there is a body to replay for every type', () => {
    expect(all.length).toBeGreaterThan(25);
  });

  test('each alone, again, in one batch, and shuffled leads to the same records', async () => {
    const outcomes = [];
    for (const [name, deliver] of deliveries()) {
      const line = await createLine(server);
      const bodies = bodiesFor(line);
      await deliver(line, bodies);
      const traces = await tracesOf(line);
      expect(
        idsOf(bodies).filter((id) => !traces.has(id)),
        name,
      ).toEqual([]);
      outcomes.push([name, await outcomeOf(line)] as const);
    }
    const [[, first] = ['', undefined], ...others] = outcomes;
    for (const [name, outcome] of others) expect(outcome, name).toEqual(first);
    expect(first?.messages.length).toBeGreaterThan(20);
  });

  test.each([
    ['whatsapp', whatsappCases],
    ['instagram', instagramCases],
    ['tiktok', tiktokCases],
  ] as const)(
    'every webhook of %s leads to its record, however it is delivered',
    async (type, casesOf) => {
      for (const [name, deliver] of deliveries(type)) {
        const line = await createLine(server, type);
        const named = (what: string) => `${what} ${line.channel.id}`;
        const cases: Case[] = Object.values(casesOf({ id: line.externalId, named }));
        const bodies = cases.map(({ body }) => body);
        await deliver(line, bodies);
        const expected = cases.flatMap(({ message }) => (message ? [message] : []));
        const found = new Map((await line.messages()).map((one) => [one.externalId ?? '', one]));
        for (const message of expected)
          expect(found.get(message.externalId), `${name}: ${message.externalId}`).toMatchObject(
            message,
          );
        expect([...found.keys()].sort(), name).toEqual(
          expected.map((one) => one.externalId).sort(),
        );
        const [channel] = await line.ctx.db.select(channelsTable);
        const { quality = null } = channel ? channelsTable.toRecord(channel) : {};
        const limits = type === 'whatsapp' ? 10_000 : undefined;
        expect(quality?.messagingLimit, name).toBe(limits);
        const reasons = (await line.failures()).map(({ status, reason }) => `${status} ${reason}`);
        const kept = cases.flatMap(({ kept }) => (kept === undefined ? [] : [`kept ${kept}`]));
        expect([...new Set(reasons)].sort(), name).toEqual(kept.sort());
      }
    },
    120_000,
  );

  /** Returns the ways in which a provider of such channels may deliver bodies. */
  function deliveries(
    type: ChannelType = 'whatsapp',
  ): [name: string, (line: Line, bodies: Body[]) => Promise<unknown>][] {
    const common: ReturnType<typeof deliveries> = [
      ['alone', async (line, bodies) => await line.take(...bodies)],
      [
        'at the receiver of the channel, and again at that of the app',
        async (line, bodies) => {
          for (const body of shuffled(bodies)) await line.deliver(body, { form: 'channel' });
          await Promise.all(bodies.map((body) => line.deliver(body)));
          await drain(server);
        },
      ],
    ];
    // The items of one body are handled one after the other. So batches are enough on Postgres for channels that have
    // them: one in reverse, besides the shuffled bodies at the receiver of the channel.
    const oneByOne: typeof common = [
      ['shuffled', async (line, bodies) => await line.take(...shuffled(bodies))],
      [
        'in reverse',
        async (line, bodies) => {
          for (const body of bodies.toReversed()) await line.take(body);
        },
      ],
    ];
    // TikTok has one event in each body.
    if (type === 'tiktok') return [...common, ...oneByOne];
    return [
      ...common,
      [
        'in one batch, then in another',
        async (line, bodies) => await line.take(batched(bodies), batched(bodies.toReversed())),
      ],
      [
        'in one batch at the receiver of the channel, in reverse, then in another',
        async (line, bodies) => {
          for (const body of [batched(bodies.toReversed()), batched(bodies)]) {
            await line.deliver(body, { form: 'channel' });
          }
          await drain(server);
        },
      ],
      ...(target === 'SQLite' ? oneByOne : []),
    ];
  }

  /** Returns the IDs of all messages and changed messages that the records of a line name. */
  async function tracesOf(line: Line): Promise<ReadonlySet<string>> {
    const { db } = line.ctx;
    const [messages, reports, failures] = await Promise.all([
      line.messages(),
      db.select(pendingReportsTable),
      db.select(inboundFailuresTable),
    ]);
    const failed = failures.map((row) => inboundFailuresTable.toRecord(row).fragment);
    return new Set([
      ...messages.map(({ externalId }) => externalId ?? ''),
      ...reports.map(({ external_id }) => external_id),
      ...idsOf(failed as Body[]),
    ]);
  }

  /** Returns what the API shows after all deliveries, in a fixed order. */
  async function outcomeOf(line: Line) {
    const messages = (await line.messages()).map((message) => [
      message.externalId?.replaceAll(line.channel.id, ''),
      message.type,
      message.text,
      message.attachments.length,
      message.from,
    ]);
    const failures = (await line.failures()).map(({ kind, status, reason }) => [
      kind,
      status,
      reason,
    ]);
    const pending = await line.ctx.db.select(pendingReportsTable);
    const reports = pending.map(({ report, external_id }) => [
      external_id.replaceAll(line.channel.id, ''),
      (JSON.parse(report) as { status?: string }).status,
    ]);
    const sorted = (lists: unknown[][]) => lists.map((one) => JSON.stringify(one)).sort();
    return {
      messages: sorted(messages),
      failures: [...new Set(sorted(failures))],
      reports: [...new Set(sorted(reports))],
    };
  }
});

/**
 * Returns the IDs of the messages, echoes and statuses in bodies, without the parser that the test is about.
 * For a change of a message, the ID is that of the changed message.
 */
function idsOf(bodies: readonly Body[]): string[] {
  const ids = bodies.flatMap(({ entry }) =>
    (entry as Listed[]).flatMap(({ changes }) =>
      changes.flatMap(({ value }) =>
        [...(value.messages ?? []), ...(value.message_echoes ?? []), ...(value.statuses ?? [])].map(
          (one) => one[String(one['type'])]?.original_message_id ?? one['id'],
        ),
      ),
    ),
  );
  return [...new Set(ids.map(String))];
}

type Raw = Readonly<Record<string, { readonly original_message_id?: string } | undefined>>;

interface Listed {
  readonly changes: readonly {
    readonly value: {
      readonly [name in 'messages' | 'message_echoes' | 'statuses']?: readonly Raw[];
    };
  }[];
}

/** Returns the items in a random order. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  const order = fc.shuffledSubarray([...items], { minLength: items.length });
  return fc.sample(order, { seed, numRuns: 1 }).flat();
}
