import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createWorker } from '../../src/jobs/create-worker.ts';
import { openBrowser, patient, still } from '../browser.ts';
import { browserPath } from '../browser-path.ts';
import { openConsole } from '../console-scene.ts';
import { MailServer } from '../mail-server.ts';
import { OidcProvider, oidcClient } from '../oidc-provider.ts';
import { expectInThemes, expectOnScreens } from './opened-console.ts';

test.skipIf(!browserPath)(
  'a person sets a forgotten password by mail, signs in at the provider, and invites by mail',
  async () => {
    const door = await startDoor();
    const [mails, provider] = await Promise.all([MailServer.start(), OidcProvider.start()]);
    const { server } = await openConsole('SQLite', {
      closes: true,
      env: {
        PARLEY_PUBLIC_URL: door.url,
        PARLEY_SMTP_URL: mails.url,
        PARLEY_SMTP_FROM: 'parley@example.com',
        PARLEY_OIDC_ISSUER: provider.issuer,
        PARLEY_OIDC_CLIENT_ID: oidcClient.id,
        PARLEY_OIDC_CLIENT_SECRET: oidcClient.secret,
      },
    });
    door.open(server.running.port);
    const { browser, page, refused, close } = await openBrowser(door.url);
    onTestFinished(close);

    await page.goto(`${door.url}/settings/members`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByRole('button', { name: 'Continue with single sign-on' }).waitFor();
    await expectOnScreens(page, 'sign-in-offers');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await expectOnScreens(page, 'forgot-password');
    await page.getByLabel('Email').fill('ana@example.com');
    await page.getByRole('button', { name: 'Send the link' }).click();
    const sent = page.getByRole('heading', { name: 'Look into your mailbox' });
    await sent.and(page.locator(':focus')).waitFor();
    await expectOnScreens(page, 'forgot-password-sent');
    await createWorker(server.deps).runUntilIdle();
    const [link = ''] = /http\S+#token=\S+/.exec(mails.mails[0]?.text ?? '') ?? [];
    expect(link.startsWith(`${door.url}/password-reset#token=`)).toBe(true);
    await page.goto(link);
    await page.getByLabel('New password').waitFor();
    await expectOnScreens(page, 'password-reset');
    await page.getByLabel('New password').fill('a boat on the lake');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();

    await page.goto(`${door.url}/settings/members`);
    // The browser stays on the page if the provider does not show its own.
    const authorize = `${provider.issuer}/authorize?*`;
    await page.route(authorize, (route) => route.fulfill({ status: 204 }), { times: 1 });
    await Promise.all([
      page.waitForRequest(authorize),
      page.getByRole('button', { name: 'Continue with single sign-on' }).click(),
    ]);
    await page.getByRole('button', { name: 'Continue with single sign-on' }).click();
    await page.getByRole('heading', { name: 'Members' }).waitFor();
    expect(page.url()).toBe(`${door.url}/settings/members`);
    await page.getByRole('button', { name: 'Invite a person' }).click();
    await page.getByLabel('Email').fill('bo@example.com');
    const invite = page.getByRole('button', { name: 'Make the link' });
    // The session ends, and begins again in another tab.
    await page.context().clearCookies();
    await invite.click();
    await page.getByRole('link', { name: 'sign in in a new tab' }).waitFor();
    await expectInThemes(page, 'sign-in-again-offers');
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'sign in in a new tab' }).click(),
    ]);
    await patient(tab).getByRole('button', { name: 'Continue with single sign-on' }).click();
    await page.getByRole('heading', { name: 'Sign in again' }).waitFor({ state: 'detached' });
    await invite.click();
    await page.getByText('The server sends this link to bo@example.com by mail.').waitFor();

    provider.person = { claims: { email: 'bo@example.com' } };
    const his = patient(await browser.newPage(still));
    await his.goto(door.url);
    await his.getByRole('button', { name: 'Continue with single sign-on' }).click();
    await his.getByRole('heading', { name: 'The sign-in failed' }).waitFor();
    const alert = his.getByRole('alert');
    await alert.getByText('Ask an owner to invite you.').waitFor();
    await alert.getByText(/^SVC-/).waitFor();
    expect(his.url()).toBe(`${door.url}/sign-in/callback`);
    await expectOnScreens(his, 'single-sign-on-failed');
    provider.person = {};
    // Without the origin, this would be the address of another host.
    await his.goto(`${door.url}//settings/members`);
    await his.getByRole('button', { name: 'Continue with single sign-on' }).click();
    await his.getByRole('heading', { name: 'No such page' }).waitFor();
    expect(his.url()).toBe(`${door.url}//settings/members`);
    // A browser also logs the failures that a page handles.
    const handled = /the server responded with a status of 4/;
    const others = refused.filter((line) => !handled.test(line));
    expect(others.filter((line) => !line.startsWith(provider.issuer))).toEqual([]);
  },
);

/** Starts a door whose URL is known before the server behind it has a port. */
async function startDoor(): Promise<{ url: string; open(port: number): void }> {
  let behind = 0;
  const sockets = new Set<Socket>();
  const door = createServer((client) => {
    const server = connect(behind, '127.0.0.1');
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        server.destroy();
        sockets.delete(socket);
      });
    }
    client.pipe(server).pipe(client);
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  onTestFinished(() => {
    door.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = door.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    open: (of) => {
      behind = of;
    },
  };
}
