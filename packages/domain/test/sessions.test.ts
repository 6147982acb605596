import { expect, test } from 'vitest';
import { checkInvitation, newInvitation, shownInvitation } from '../src/invitations.ts';
import * as sessions from '../src/sessions.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const at = '2026-11-20T09:30:00.000Z';
const after = (ms: number) => new Date(Date.parse(at) + ms).toISOString();

test('a session ends 12 hours after its last use, or at its expiry', () => {
  const hasEnded = (expiryMs: number, ms: number) =>
    sessions.hasEnded({ lastSeenAt: at, expiresAt: after(expiryMs) }, after(ms));
  expect(hasEnded(dayMs, 12 * hourMs - 1)).toBe(false);
  expect(hasEnded(dayMs, 12 * hourMs)).toBe(true);
  expect(hasEnded(hourMs, hourMs - 1)).toBe(false);
  expect(hasEnded(hourMs, hourMs)).toBe(true);
});

test('a one-time link works until just before its expiry', () => {
  const link = { usedAt: null, expiresAt: after(hourMs) };
  expect(sessions.requireLink(link, after(hourMs - 1))).toBe(link);
  expect(() => sessions.requireLink(link, after(hourMs))).toThrow(
    expect.objectContaining({ details: { reason: 'expired' } }),
  );
});

test('an invitation expires after 7 days', () => {
  const body = { email: 'bo@example.com', role: 'member' } as const;
  const invitation = newInvitation(body, null, { id: 'inv_1', at });
  const statusAfter = (ms: number) => shownInvitation(invitation, after(ms)).status;
  expect(statusAfter(7 * dayMs - 1)).toBe('open');
  expect(statusAfter(7 * dayMs)).toBe('expired');
});

test('a tenant has at most 100 open invitations', () => {
  const invite = (open: number) =>
    checkInvitation('member', { by: 'admin', known: undefined, replaced: undefined, open });
  expect(() => invite(99)).not.toThrow();
  expect(() => invite(100)).toThrow(
    expect.objectContaining({ details: { limit: 'openInvitations', max: 100 } }),
  );
});
