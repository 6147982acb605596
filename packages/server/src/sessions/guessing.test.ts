import type { TotpSecret } from '@parley/contract/console';
import type { AuditEntry, Page } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { ConsoleBrowser } from '../../test/console-browser.ts';
import { openConsole, password, signIn } from '../../test/console-scene.ts';
import { codeAt } from './totp.ts';

const hourMs = 3_600_000;

test('guessing a password is limited, also for many requests at once, and its owner signs in from elsewhere', async () => {
  const { server } = await openConsole('SQLite', { closes: true });
  const attacker = new ConsoleBrowser(server.baseUrl, '198.51.100.9');
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, n) => signIn(attacker, { password: `guess ${n}` })),
  );
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(7);
  // Even the right password is refused then, so that the attacker does not learn it.
  expect(await signIn(attacker)).toMatchObject({
    status: 429,
    json: { error: { details: { scope: 'sign_in' } } },
  });
  // An unknown address gets the same answers.
  const unknown = await signIn(attacker, { email: 'nobody@example.com', password: 'guess' });
  expect(unknown.text).toBe(guesses.find(({ status }) => status === 401)?.text);
  const owner = new ConsoleBrowser(server.baseUrl, '203.0.113.5');
  expect((await signIn(owner)).status).toBe(200);
  await server.advance(hourMs);
  expect((await signIn(attacker)).status).toBe(200);
  const { json } = await owner.call<Page<AuditEntry>>('GET /audit-log?action=session.refused');
  expect(json.data).toHaveLength(5);
  expect(json.data[0]).toMatchObject({ actor: { type: 'system' }, ip: '198.51.100.9' });
  expect(JSON.stringify(json)).not.toContain('nobody');
  // In the profile, a right password resets the count of wrong ones.
  const confirm = async (given: string) =>
    (await owner.call('POST /profile/totp', { password: given })).status;
  const wrong = Array.from({ length: 4 }, () => confirm('wrong'));
  expect(await Promise.all(wrong)).toEqual([401, 401, 401, 401]);
  expect([await confirm(password), await confirm(password)]).toEqual([200, 200]);
});

test('guessing a code of an authenticator app is limited as guessing a password is', async () => {
  const { server, owner } = await openConsole('SQLite', { closes: true });
  const { secret } = (await owner.call<TotpSecret>('POST /profile/totp', { password })).json;
  const step = Math.floor(server.now().getTime() / 30_000);
  const code = codeAt(secret, step);
  expect((await owner.call('POST /profile/totp/confirm', { code })).status).toBe(200);
  const attacker = new ConsoleBrowser(server.baseUrl, '198.51.100.9');
  const near = Array.from({ length: 30 }, (_, n) => codeAt(secret, step - 1 + n));
  const wrong = Array.from({ length: 31 }, (_, n) => String(n).padStart(6, '0'));
  const guess = { code: wrong.find((one) => !near.includes(one)) };
  const guesses = await Promise.all(Array.from({ length: 8 }, () => signIn(attacker, guess)));
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(3);
  const elsewhere = new ConsoleBrowser(server.baseUrl, '203.0.113.5');
  const next = codeAt(secret, Math.floor(server.now().getTime() / 30_000) + 1);
  expect((await signIn(attacker, { code: next })).status).toBe(429);
  expect((await signIn(elsewhere, { code: next })).status).toBe(200);
});
