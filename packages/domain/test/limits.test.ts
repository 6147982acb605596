import type { Deal, Stage } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import * as domain from '../src/index.ts';

const at = '2026-11-20T09:30:00.000Z';
const atMs = Date.parse(at);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const after = (ms: number) => new Date(atMs + ms).toISOString();

function grantOf(agencyId: string, expiresAt?: string): domain.StoredAgencyGrant {
  const between = { agencyId, agencyClientId: 'cli_1', expiresAt } as const;
  return domain.agencyGrantRules.initial(
    { ...between, grantedBy: { type: 'client', id: 'ten_1' }, permissions: ['manage'] },
    { id: 'grt_1', at },
  );
}

const grants = (count: number) =>
  domain.checkNewGrant(
    Array.from({ length: count - 1 }, (_, n) => grantOf(`ten_${n}`)),
    'ten_new',
  );
const ofFields = domain.customFieldRules.most as domain.Most;
const tags = (count: number, before = 0) =>
  domain.withinTagLimit(
    { tags: Array<string>(before).fill('a') },
    { tags: Array<string>(count).fill('a') },
  );

test.each<[string, (count: number) => unknown, number]>([
  ['active API keys of a tenant', (count) => domain.checkActiveKeys(count - 1), 50],
  ['clients of an agency', (count) => domain.checkNewClient({ name: '' }, count - 1), 1_000],
  ['active grants of a client', grants, 20],
  ['custom fields of a kind of record', (count) => domain.checkMost(ofFields, count - 1), 100],
  ['webhook endpoints of a tenant', (count) => domain.checkEndpointLimit(count - 1), 20],
  ['identities of a contact', (count) => domain.checkIdentityLimit(count - 1, 1), 100],
  ['tags of a record', tags, 50],
  ['bytes of a file', domain.checkFileSize, 104_857_600],
])('the limit of %s is exact', (_title, check, most) => {
  expect(() => check(most)).not.toThrow();
  expect(() => check(most + 1)).toThrow();
});

test('a full agency learns first that the key of a new client needs a grant', () => {
  const body = { name: '', issueKey: { name: 'Key' } };
  expect(() => domain.checkNewClient(body, 1_000)).toThrow('needs a grant');
});

test('a record with too many tags, from a merge, keeps them and gets no more', () => {
  expect(() => tags(60, 60)).not.toThrow();
  expect(() => tags(61, 60)).toThrow();
});

describe('at the exact time, and not a millisecond before', () => {
  test.each<[string, (ms: number) => boolean, number]>([
    [
      'a solved ticket closes',
      (ms) => domain.isDueToClose({ status: 'solved', solvedAt: at }, 96, atMs + ms),
      96 * hourMs,
    ],
    [
      'a tenant that its agency has archived is deleted',
      (ms) => domain.purgedTenant(condemned(), after(ms)).status === 'archived',
      30 * dayMs,
    ],
    [
      'the names of an Instagram customer are asked for again',
      (ms) => {
        const identity = { username: null, lastInboundAt: at };
        return domain.wantsProfile({ provider: 'instagram_graph' }, identity, after(ms));
      },
      dayMs,
    ],
    [
      'a deal is rotten, which is a millisecond after its days in the stage',
      (ms) => {
        const deal = { status: 'open', stageChangedAt: at } as Deal;
        return domain.isRotten(deal, { rottenAfterDays: 14 } as Stage, atMs + ms);
      },
      14 * dayMs + 1,
    ],
  ])('%s', (_title, isDue, ms) => {
    expect([isDue(ms - 1), isDue(ms)]).toEqual([false, true]);
  });
});

test('a grant ends in the future', () => {
  expect(() => grantOf('ten_1', at)).toThrow();
  expect(grantOf('ten_1', after(1)).expiresAt).toBe(after(1));
});

test('a snooze ends in the future', () => {
  const contact = { id: 'con_1', name: null, phone: null, avatarUrl: null };
  const channel = domain.channelRules.initial(
    { name: 'Shop', type: 'whatsapp', provider: 'sandbox' },
    { id: 'chn_1', at },
  );
  const conversation = domain.conversationRules.initial(
    { channel, contact, address: '1', source: 'api' },
    { id: 'cnv_1', at },
  );
  const snooze = (snoozedUntil: string) =>
    domain.conversationRules.changed(conversation, { status: 'snoozed', snoozedUntil }, at);
  expect(() => snooze(at)).toThrow();
  expect(snooze(after(1)).snoozedUntil).toBe(after(1));
});

test('the old key of a rotation ends after its grace period, or at its own earlier expiry', () => {
  const end = (grace: '1h' | '24h' | '7d', expiresAt: string | null = null) =>
    domain.graceEnd(grace, { expiresAt }, atMs);
  expect([end('1h'), end('24h'), end('7d')]).toEqual(
    [hourMs, dayMs, 7 * dayMs].map((ms) => after(ms)),
  );
  expect(end('1h', after(hourMs - 1))).toBe(after(hourMs - 1));
  expect(end('1h', after(hourMs + 1))).toBe(after(hourMs));
});

describe('the limit of a tenant', () => {
  const addition = { name: 'messagesPerMonth', at } as const;
  const count = (used: number, period = '2026-11') => ({ max: 10, used, period });

  test('refuses the record above it, until the next month begins', () => {
    expect(domain.refusedByLimit(addition, count(9))).toBeUndefined();
    expect(domain.refusedByLimit(addition, count(10))?.details).toEqual({
      limit: 'messagesPerMonth',
      max: 10,
      used: 10,
      resetsAt: '2026-12-01T00:00:00.000Z',
    });
    expect(domain.refusedByLimit(addition, count(10, '2026-10'))).toBeUndefined();
  });

  test('is reached once at 80 % and once at 100 %', () => {
    const reached = (used: number) =>
      domain.reachedBy(addition, count(used), 'ten_1').map(({ percent }) => percent);
    expect([6, 7, 8, 9, 10].map(reached)).toEqual([[], [80], [], [100], []]);
  });

  test('does not count a record of an earlier month', () => {
    const counted = (period: string) => domain.countedUp(addition, count(3, period));
    expect(counted('2026-10')).toEqual(count(1));
    expect(counted('2026-11')).toEqual(count(4));
    expect(counted('2026-12')).toEqual(count(3, '2026-12'));
  });
});

function condemned(): domain.StoredTenant {
  const tenant = domain.newTenant({ id: 'ten_1', at }, { name: 'Client', kind: 'client' });
  return domain.condemned(tenant, at);
}
