import { setTimeout as sleep } from 'node:timers/promises';
import { channelCapabilities } from '@parley/contract/schemas';
import { appLimit, channelBucket, lateTurnMs, turnAtMs } from '@parley/domain';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { targets } from '../../test/databases.ts';
import { startPatientClock } from '../../test/patient-clock.ts';
import {
  createScene,
  createTestWorker,
  drain,
  forgetJobs,
  type Scene,
  startQuiet,
} from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import type { MessageSender } from '../channels/adapters/adapter.ts';
import { ChannelPace } from './channel-pace.ts';
import { findPostponed, postponeTurns, type TakenTurn } from './statements/take-turn.ts';

const perSecond = 20;
const settings = { throttlePerSecond: perSecond } as const;

describe.each(targets)('the pace of a channel on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));
  afterEach(() => forgetJobs(server));

  test('messages that have waited for a worker do not go out together', async () => {
    const scene = await createScene(server, { settings });
    for (let count = 0; count < 45; count += 1) await scene.send();
    const sent: number[] = [];
    const adapter: MessageSender = {
      send: async (_ctx, { message }) => {
        sent.push(performance.now());
        return { kind: 'accepted', externalId: message.id };
      },
    };
    await drain(server, adapter);
    const before = sent.length;
    await sleep(1_500);
    expect(sent).toHaveLength(before);
    const workers = [createTestWorker(server, adapter), createTestWorker(server, adapter)];
    onTestFinished(async () => {
      await Promise.all(workers.map((worker) => worker.stop(5_000)));
    });
    for (const worker of workers) worker.start();
    await expect.poll(() => sent.length).toBe(45);
    expect(mostInASecond(sent)).toBeLessThanOrEqual(perSecond);
  });

  test('messages that were held up after their turns do not go out together, in several workers', async () => {
    const { ctx, channel } = await createScene(server, { settings });
    const sent: number[] = [];
    const paces = [new ChannelPace(), new ChannelPace()];
    let freeAtMs = 0;
    const send = async (place: number) => {
      const begin = async () => {
        await sleep(Math.max(0, freeAtMs - performance.now()));
        return { channel };
      };
      await paces[place % paces.length]?.inTurn(ctx, channel.id, begin);
      sent.push(performance.now());
    };
    for (const place of [0, 1]) await send(place);
    freeAtMs = performance.now() + 900;
    await Promise.all(Array.from({ length: 40 }, (_, place) => send(place)));
    expect(sent).toHaveLength(42);
    expect(mostInASecond(sent)).toBeLessThanOrEqual(perSecond);
  });

  test('channels of several tenants share the limit of their app, in several workers', async () => {
    const scenes = [await createScene(server), await createScene(server)];
    const limits = [appLimit('tiktok', target)];
    const paces = [new ChannelPace(), new ChannelPace()];
    const sent: number[] = [];
    const send = async (scene: Scene, pace: ChannelPace) => {
      const { ctx, channel } = scene;
      for (;;) {
        const further = await pace.takeFurther(ctx, channel.id, async () => limits);
        if (further?.kind === 'taken') {
          await pace.inTurn(ctx, channel.id, async () => ({ channel }), further.turns);
          break;
        }
        await sleep(further?.inMs);
      }
      sent.push(performance.now());
    };
    const pairs = scenes.flatMap((scene) => paces.map((pace) => [scene, pace] as const));
    const rounds = Array.from({ length: 5 }, () => pairs).flat();
    await Promise.all(rounds.map(([scene, pace]) => send(scene, pace)));
    expect(sent).toHaveLength(20);
    expect(mostInASecond(sent)).toBeLessThanOrEqual(channelCapabilities.tiktok.throttlePerSecond);
  });

  test('a further limit is used up to the last message, however many wait in two workers', async () => {
    const { ctx: scene } = await createScene(server);
    let clockMs = scene.now().getTime();
    const ctx = { ...scene, now: () => new Date(clockMs) };
    const limit = appLimit('tiktok', `many ${target}`);
    const paces = [new ChannelPace(), new ChannelPace()];
    const lanes = ['a', 'b', 'c', 'd'].map((lane) => ({ lane, due: Array<number>(75).fill(0) }));
    const attempts = { taken: 0, later: 0 };
    const claim = async (pace: ChannelPace, { lane, due }: (typeof lanes)[number]) => {
      const room = pace.rooms(clockMs).find((one) => one.lane === lane)?.room;
      const claimed = due.filter((at) => at <= clockMs).slice(0, room ?? pace.unknownRoom);
      for (const at of claimed) {
        const further = await pace.takeFurther(ctx, lane, async () => [limit]);
        attempts[further?.kind ?? 'later'] += 1;
        due.splice(due.indexOf(at), 1);
        if (further?.kind === 'later') due.push(clockMs + further.inMs);
      }
    };
    const startedMs = clockMs;
    while (attempts.taken < 300) {
      for (const pace of paces) for (const lane of lanes) await claim(pace, lane);
      // The turns that are taken are those of the time until now, and of the second after it.
      const turnsMs = (attempts.taken * limit.bucket.intervalUs) / 1_000;
      const passedMs = clockMs - startedMs;
      expect(turnsMs).toBeGreaterThan(passedMs);
      expect(turnsMs).toBeLessThan(passedMs + 1_200);
      clockMs += 50;
    }
    const fullMs = (300 * limit.bucket.intervalUs) / 1_000;
    expect(clockMs - startedMs).toBeLessThanOrEqual(fullMs);
    // Few claims are in vain, because channels rest.
    expect(attempts.later).toBeLessThan(5 * 300);
  });

  test('no channel of an app gets a turn while the limit of the app is paused, in two workers', async () => {
    const scenes = [await createScene(server), await createScene(server)];
    const limit = appLimit('tiktok', `paused ${target}`);
    const [pace, other] = [new ChannelPace(), new ChannelPace()];
    const startedMs = Date.now();
    let clockMs = startedMs;
    const ask = async (pace: ChannelPace, { ctx, channel }: Scene) => {
      const clocked = { ...ctx, now: () => new Date(clockMs) };
      return await pace.takeFurther(clocked, channel.id, async () => [limit]);
    };
    const [first, second] = scenes as [Scene, Scene];
    const marked = await ask(pace, first);
    if (marked?.kind !== 'taken') throw new Error('the first message has no turn');
    await first.ctx.db.run(postponeTurns, { ...limit, untilMs: startedMs + 300_000 });
    // An earlier end does not shorten the pause.
    await second.ctx.db.run(postponeTurns, { ...limit, untilMs: startedMs + 1_000 });
    for (clockMs of [startedMs, startedMs + 150_000, startedMs + 289_000]) {
      for (const scene of scenes) {
        // Each channel rests for 10 seconds, instead of trying again at every turn.
        for (const worker of [pace, other])
          expect(await ask(worker, scene)).toEqual({ kind: 'later', inMs: 10_000 });
      }
    }
    // A message that was marked before the pause is sent, although it missed its turn.
    const late = { ...first.ctx, now: () => new Date(clockMs) };
    const { channel } = first;
    expect(
      await pace.inTurn(late, channel.id, async () => ({ channel }), marked.turns),
    ).toBeDefined();
    clockMs = startedMs + 299_500;
    expect(await ask(other, second)).toMatchObject({ kind: 'taken' });
  });

  test('the pause of an app without a rate ends on time, however many messages wait', async () => {
    const { ctx: scene } = await createScene(server);
    let clockMs = Date.now();
    const endMs = clockMs + 60_000;
    const ctx = { ...scene, now: () => new Date(clockMs) };
    const limit = appLimit('whatsapp', `paused ${target}`);
    const pace = new ChannelPace();
    const isPaused = async () =>
      (await ctx.db.run(findPostponed, { nowMs: clockMs })).includes(limit.name);
    const ask = async (lane: string) => await pace.takeFurther(ctx, lane, async () => [limit]);
    expect(await ask('a')).toEqual({ kind: 'taken', turns: [] });
    await ctx.db.run(postponeTurns, { ...limit, untilMs: endMs });
    expect(await ask('a')).toEqual({ kind: 'later', inMs: 10_000 });
    clockMs = endMs - 500;
    expect([await isPaused(), await ask('a')]).toEqual([true, { kind: 'later', inMs: 500 }]);
    clockMs = endMs;
    // The rest of the channel ends with the pause: before its first message, one message tries at a time.
    expect(pace.rooms(clockMs)).toMatchObject([{ lane: 'a', room: 1 }]);
    const backlog = Array.from({ length: 100 }, () => ask('a'));
    expect(new Set((await Promise.all(backlog)).map((further) => further?.kind))).toEqual(
      new Set(['taken']),
    );
    expect(await isPaused()).toBe(false);
    expect(pace.rooms(clockMs)).toEqual([]);
  });

  test('a turn is taken before a message is marked, once the rate of the channel is known', async () => {
    const { ctx: scene, channel } = await createScene(server, { settings });
    let stopped: Date | undefined;
    const ctx = { ...scene, now: () => stopped ?? scene.now() };
    const pace = new ChannelPace();
    const send = (begin: () => void) =>
      pace.inTurn(ctx, channel.id, async () => {
        begin();
        return { channel };
      });
    await send(() => {});
    // The channel stays idle until its bucket is full again, which takes longer if the first message was late.
    await expect.poll(() => pace.rooms(ctx.now().getTime())).toEqual([]);
    const taken = vi.spyOn(ctx.db, 'run');
    let takenBefore = 0;
    // The message is not late for its turn, however busy the machine is.
    stopped = scene.now();
    await send(() => {
      takenBefore = taken.mock.calls.length;
    });
    expect([takenBefore, taken.mock.calls.length]).toEqual([1, 1]);
  });

  test('a marked message does not wait for its turn when the clock steps back after it has taken it', async () => {
    const { ctx: scene, channel } = await createScene(server, { settings });
    let stepMs = 0;
    const ctx = { ...scene, now: () => new Date(scene.now().getTime() + stepMs) };
    const pace = new ChannelPace();
    await pace.inTurn(ctx, channel.id, async () => ({ channel }));
    const begun = { channel };
    const sent = pace.inTurn(ctx, channel.id, async () => {
      stepMs = -3_600_000;
      return begun;
    });
    expect(await sent).toBe(begun);
  });

  test('a channel sends at once after the clock of a process, which was ahead, was corrected', async () => {
    const { ctx: scene, channel } = await createScene(server, { settings });
    let aheadMs = 7_200_000;
    const ctx = { ...scene, now: () => new Date(scene.now().getTime() + aheadMs) };
    const pace = new ChannelPace();
    const begun = { channel };
    for (const ahead of [aheadMs, 0]) {
      aheadMs = ahead;
      const passedMs = startPatientClock();
      // The turn of the second message is taken before it is marked.
      for (const _ of [1, 2])
        expect(await pace.inTurn(ctx, channel.id, async () => begun)).toBe(begun);
      // Far below the pause after which a message takes another turn.
      expect(passedMs()).toBeLessThan(4_000);
    }
  });

  test('a message that is late again and again is sent only in a time whose turns it has taken', async () => {
    const { ctx, channel } = await createScene(server, { settings });
    let clockMs = ctx.now().getTime();
    const slow = { ...ctx, now: () => new Date(clockMs) };
    let untilMs = 0;
    const run = ctx.db.run.bind(ctx.db);
    vi.spyOn(ctx.db, 'run').mockImplementation(async (statement, input) => {
      const turn = await run(statement, input);
      const { nextAtUs, fromUs } = turn as TakenTurn;
      untilMs = turnAtMs(channelBucket(channel.type, perSecond), nextAtUs, fromUs);
      // Longer than a turn can be taken in advance.
      clockMs += 600;
      return turn;
    });
    await new ChannelPace().inTurn(slow, channel.id, async () => ({ channel }));
    expect(clockMs - untilMs).toBeLessThanOrEqual(lateTurnMs);
  });

  test('a marked message is sent, also when it is late for each of its turns', async () => {
    const { ctx, channel } = await createScene(server, { settings });
    let clockMs = ctx.now().getTime();
    const late = { ...ctx, now: () => new Date(clockMs) };
    const run = ctx.db.run.bind(ctx.db);
    vi.spyOn(ctx.db, 'run').mockImplementation(async (statement, input) => {
      const turn = await run(statement, input);
      clockMs += 61_000;
      return turn;
    });
    const begun = { channel };
    expect(await new ChannelPace().inTurn(late, channel.id, async () => begun)).toBe(begun);
  });

  test('a marked message is sent, also when the database gives it no turn', async () => {
    const { ctx, channel } = await createScene(server, { settings });
    vi.spyOn(ctx.db, 'run').mockRejectedValue(new Error('the connection was lost'));
    const begun = { channel };
    expect(await new ChannelPace().inTurn(ctx, channel.id, async () => begun)).toBe(begun);
  });

  test('a channel without turns gets no more jobs until its next turn is near', async () => {
    const { ctx: scene, channel } = await createScene(server, {
      settings: { throttlePerSecond: 1 },
    });
    // The next turn does not come while the test looks, however busy the machine is.
    const stopped = scene.now();
    const ctx = { ...scene, now: () => stopped };
    const pace = new ChannelPace();
    const now = () => stopped.getTime();
    await pace.inTurn(ctx, channel.id, async () => ({ channel }));
    const [closed] = pace.rooms(now());
    expect(closed).toMatchObject({ lane: channel.id, room: 0 });
    expect(closed?.opensInMs).toBeGreaterThan(100);
    const [open] = pace.rooms(now() + (closed?.opensInMs ?? 0) + 1);
    expect(open).toMatchObject({ lane: channel.id, room: 1 });
    expect(pace.rooms(now() + 5_000)).toEqual([]);
  });
});

function mostInASecond(times: readonly number[]): number {
  return Math.max(
    ...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length),
  );
}
