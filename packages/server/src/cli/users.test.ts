import type { SignedIn, TotpSecret } from '@parley/contract/console';
import { expect, test } from 'vitest';
import { startCommand } from '../../test/command.ts';
import { ConsoleBrowser } from '../../test/console-browser.ts';
import { freshPlace } from '../../test/databases.ts';
import { MailServer } from '../../test/mail-server.ts';
import { OidcProvider, oidcClient } from '../../test/oidc-provider.ts';
import { runCommand } from '../../test/run-command.ts';
import { codeAt } from '../sessions/totp.ts';

const [first, second] = ['a bicycle in the rain', 'a boat on the lake'];

test('an operator invites the first owner, and helps with a lost password and a lost authenticator app', async () => {
  const place = await freshPlace('SQLite');
  const users = (...words: string[]) => runCommand(place, ['users', ...words]);
  await runCommand(place, ['tenants', 'create', 'Acme']);
  expect(await users('invite', 'no address')).toMatchObject({
    code: 1,
    err: 'email must be an email address.\n',
  });
  expect(await users('reset-password', '--email', 'ana@example.com')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Invite the person: npx parley users invite'),
  });
  const early = await users('invite', 'bo@example.com');
  await users('create', 'bo@example.com', 'Bo', '--role', 'owner');
  await users('create', 'cy@example.com', 'Cy', '--role', 'owner');
  const later = await users('invite', 'cy@example.com');
  const invited = await users('invite', 'Ana@Example.com', '--role', 'owner');
  expect(invited.out).toMatch(
    /^http:\/\/127\.0\.0\.1:0\/invitation#token=\S{43}\n\nThe link works once, for 7 days\.\n$/,
  );

  const command = await startCommand(place, ['serve'], { ready: /listening on http\S+\s/ });
  const [, url = ''] = /listening on (http\S+)/.exec(command.output()) ?? [];
  const browser = new ConsoleBrowser(url);
  const accept = (token: string, from = browser) =>
    from.call<SignedIn>('POST /invitations/accept', { token, name: 'Ana', password: first });
  expect(await accept(tokenOf(invited.out))).toMatchObject({
    status: 200,
    json: { member: { role: 'owner' }, tenant: { name: 'Acme' } },
  });
  expect((await accept(tokenOf(invited.out))).status).toBe(422);
  // An administrator may have this link of a member. It must not make its holder an owner.
  expect((await accept(tokenOf(early.out))).status).toBe(422);
  const browserOfCy = new ConsoleBrowser(url);
  expect(await accept(tokenOf(later.out), browserOfCy)).toMatchObject({
    json: { member: { role: 'owner' } },
  });
  const changed = await users('set-role', 'CY@example.com', 'admin');
  expect(changed.out).toMatch(/^usr_\w+ {2}cy@example\.com {2}admin {2}Cy\n$/);
  expect(await browserOfCy.call('GET /session')).toMatchObject({
    json: { member: { role: 'admin' } },
  });
  for (const words of [
    ['deactivate', 'ana@example.com'],
    ['set-role', 'ana@example.com', 'admin'],
  ]) {
    const err = 'The tenant needs an active owner. Make another member an owner first.\n';
    expect(await users(...words)).toMatchObject({ code: 1, err: expect.stringContaining(err) });
  }
  expect((await users('deactivate', 'cy@example.com')).code).toBe(0);
  expect((await users('list')).out).toMatch(/cy@example\.com {2}admin {2}\w+ {2}\(inactive\)\n/);
  expect((await browserOfCy.call('GET /session')).status).toBe(401);
  expect((await users('activate', 'cy@example.com')).out).not.toContain('inactive');
  expect(await users('deactivate', 'dee@example.com')).toMatchObject({
    code: 1,
    err: 'No member of the tenant has this email address.\n',
  });
  const { secret } = (await browser.call<TotpSecret>('POST /profile/totp', { password: first }))
    .json;
  const code = codeAt(secret, Math.floor(Date.now() / 30_000));
  expect((await browser.call('POST /profile/totp/confirm', { code })).status).toBe(200);

  const reset = await users('reset-password', '--email', 'ana@example.com', '--remove-totp');
  expect(reset).toMatchObject({ code: 0, out: expect.stringContaining('for 24 hours.') });
  // The session goes on until the link is used.
  expect((await browser.call('GET /session')).status).toBe(200);
  const other = new ConsoleBrowser(url);
  const token = tokenOf(reset.out);
  const set = () => other.call('POST /password-resets/accept', { token, password: second });
  expect([(await set()).status, (await set()).status]).toEqual([204, 422]);
  expect((await browser.call('GET /session')).status).toBe(401);
  const signIn = async (password: string) =>
    (await other.call('POST /session', { email: 'ana@example.com', password })).status;
  expect([await signIn(first), await signIn(second)]).toEqual([401, 200]);
  await command.stop();
});

test('an invitation is also mailed, and the doctor asks the mail server and the provider of the settings', async () => {
  const place = await freshPlace('SQLite');
  const [mails, provider] = await Promise.all([MailServer.start(), OidcProvider.start()]);
  const env = {
    PARLEY_OIDC_ISSUER: provider.issuer,
    PARLEY_OIDC_CLIENT_ID: oidcClient.id,
    PARLEY_OIDC_CLIENT_SECRET: oidcClient.secret,
    PARLEY_SMTP_URL: mails.url,
    PARLEY_SMTP_FROM: 'parley@example.com',
    PARLEY_PUBLIC_URL: 'https://desk.example.com',
  };
  await runCommand(place, ['tenants', 'create', 'Acme'], { env });
  const { out } = await runCommand(place, ['users', 'invite', 'ana@example.com'], { env });
  expect(out).toContain('https://desk.example.com/invitation#token=');
  expect(out).toContain('The server also sends it by mail.');
  const doctor = () => runCommand(place, ['doctor'], { env });
  const { code, out: report } = await doctor();
  expect([code, report]).toEqual([0, expect.stringMatching(/ok {5}mail server: 127\.0\.0\.1:\d+/)]);
  expect(report).toContain('PARLEY_SMTP_URL=smtp://parley:***@127.0.0.1');
  expect(report).toContain('PARLEY_SMTP_FROM=parley@example.com');
  expect(report).toContain(`ok     single sign-on: ${provider.issuer}\n`);
  expect(report).not.toContain(oidcClient.secret);
  const tenants = (...words: string[]) => runCommand(place, ['tenants', ...words], { env });
  const created = await tenants('create', 'Norte', '--kind', 'agency');
  const [agencyId = ''] = /^ten_\w+/.exec(created.out) ?? [];
  await tenants('add-domain', 'Norte', 'desk.norte.example');
  const words = ['users', 'invite', 'bo@example.com', '--tenant', agencyId];
  const link = (await runCommand(place, words, { env })).out;
  expect(link).toMatch(/^https:\/\/desk\.norte\.example\/invitation#token=/);
  expect((await doctor()).out).toContain('ok     public URL: https://desk.example.com\n');
  env.PARLEY_PUBLIC_URL = 'https://desk.norte.example';
  const taken = await doctor();
  expect([taken.code, taken.out]).toEqual([
    1,
    expect.stringContaining(
      `WRONG  public URL: PARLEY_PUBLIC_URL has the domain desk.norte.example`,
    ),
  ]);
  expect(taken.out).toContain(`parley tenants remove-domain ${agencyId} desk.norte.example\n`);
  mails.refuse = (line) => (line.startsWith('AUTH') ? '535 no' : undefined);
  env.PARLEY_OIDC_ISSUER = `${provider.issuer}/nowhere`;
  const { code: wrong, out: faults } = await doctor();
  expect([wrong, faults]).toEqual([
    1,
    expect.stringMatching(/WRONG {2}mail server: .*EAUTH \(535\): check PARLEY_SMTP_URL/),
  ]);
  expect(faults).toMatch(/WRONG {2}single sign-on: http\S+: .*: check PARLEY_OIDC_ISSUER/);
});

function tokenOf(output: string): string {
  return /#token=(\S+)/.exec(output)?.[1] ?? '';
}
