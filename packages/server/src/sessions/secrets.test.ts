import type { CreatedInvitation, SignedIn, SsoStart, TotpSecret } from '@parley/contract/console';
import type { IssuedApiKey } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { ConsoleBrowser } from '../../test/console-browser.ts';
import { everyRow, openConsole, password } from '../../test/console-scene.ts';
import { targets } from '../../test/databases.ts';
import { OidcProvider, oidcClient } from '../../test/oidc-provider.ts';
import { createLink } from './links.ts';
import { codeAt } from './totp.ts';

test('no secret is in the database, in the log, in a second response, or in the report of an error', async () => {
  for (const target of targets) {
    const provider = await OidcProvider.start();
    const { server, owner, setupToken, lines } = await openConsole(target, {
      closes: true,
      env: {
        PARLEY_OIDC_ISSUER: provider.issuer,
        PARLEY_OIDC_CLIENT_ID: oidcClient.id,
        PARLEY_OIDC_CLIENT_SECRET: oidcClient.secret,
        PARLEY_PUBLIC_URL: 'https://desk.example.com',
        PARLEY_WHATSAPP_APP_SECRET: 'app-secret-of-the-installation',
      },
    });
    /** Sends a request twice: the second response is the stored one. */
    const twice = async <Body>(request: string, body: object) => {
      const headers = { 'idempotency-key': request.replace(' ', ':') };
      const first = await owner.call<Body>(request, body, headers);
      const second = await owner.call(request, body, headers);
      expect([first.status, second.status], request).toEqual([first.status, first.status]);
      expect(first.status, first.text).toBeLessThan(300);
      return first.json;
    };
    const key = await twice<IssuedApiKey>('POST /api-keys', { name: 'Shop' });
    const rotated = await twice<IssuedApiKey>(`POST /api-keys/${key.id}/rotate`, { grace: '1h' });
    const invitation = await twice<CreatedInvitation>('POST /invitations', {
      email: 'bo@example.com',
      role: 'member',
    });
    const totp = await twice<TotpSecret>('POST /profile/totp', { password });
    const step = Math.floor(server.now().getTime() / 30_000);
    const code = { code: codeAt(totp.secret, step) };
    expect((await owner.call('POST /profile/totp/confirm', code)).status).toBe(200);
    const headerOfReceiver = 'header-of-the-receiver';
    const endpoint = await twice<{ id: string; secret: string }>('POST /webhook-endpoints', {
      url: 'https://hooks.example.invalid/x',
      events: ['*'],
      headers: { 'x-receiver': headerOfReceiver },
    });
    const path = `/webhook-endpoints/${endpoint.id}`;
    const fresh = await twice<{ secret: string }>(`POST ${path}/rotate-secret`, {});
    const credentials = {
      accessToken: 'access-token-of-the-channel',
      appSecret: 'app-secret-of-the-channel',
      verifyToken: 'verify-token-of-the-channel',
    };
    const channel = await twice<{ id: string }>('POST /channels', {
      type: 'whatsapp',
      provider: 'whatsapp_cloud',
      name: 'Real',
      config: { phoneNumberId: '106540352242922', wabaId: '102290129340398' },
      credentials,
    });
    const replaced = { ...credentials, appSecret: 'next-app-secret-of-the-channel' };
    await owner.call(`PATCH /channels/${channel.id}`, { credentials: replaced });
    // The provider cannot be reached, and the response says so.
    expect((await owner.call(`POST /channels/${channel.id}/verify`, {})).status).toBe(502);

    const bo = new ConsoleBrowser(server.baseUrl);
    const bosPassword = 'the password of Bo';
    await bo.call('POST /invitations/accept', {
      token: invitation.token,
      name: 'Bo',
      password: bosPassword,
    });
    const { installation } = server.deps.system;
    const accountId = (await bo.call<SignedIn>('GET /session')).json.account.id;
    const link = { kind: 'password_reset', accountId, now: server.now() } as const;
    const reset = await createLink(installation, link);
    const visitor = new ConsoleBrowser(server.baseUrl);
    const { url } = (await visitor.call<SsoStart>('POST /sso', {})).json;
    const flow = visitor.flow;
    const query = String(provider.approve(url));
    expect((await visitor.call('POST /sso/finish', { query })).status).toBe(200);
    for (const path of ['/api-keys', '/invitations', '/audit-log', '/events', '/sessions']) {
      expect((await owner.call(`GET ${path}`)).status).toBe(200);
    }
    for (const path of ['/channels', '/webhook-endpoints', '/request-log', '/session']) {
      expect((await owner.call(`GET ${path}`)).status).toBe(200);
    }
    // A secret in a URL, by mistake of a caller.
    for (const path of [`contacts/${key.secret}`, `${key.secret}?token=${key.secret}`]) {
      const headers = { authorization: `Bearer ${rotated.secret}` };
      const { status } = await fetch(`${server.baseUrl}/api/v1/${path}`, { headers });
      expect(status).toBe(404);
    }

    const shownOnce = [
      ...[key.secret, rotated.secret, invitation.token, totp.secret],
      ...[endpoint.secret, fresh.secret],
    ].map(String);
    const neverShown = [
      ...[setupToken, password, bosPassword, reset, headerOfReceiver],
      ...[owner.token, bo.token, visitor.token, flow],
      ...Object.values(replaced),
      ...[credentials.appSecret, 'app-secret-of-the-installation'],
      ...[oidcClient.secret, ...provider.issued],
    ];
    const secrets = [...shownOnce, ...neverShown];
    for (const secret of secrets) expect(secret.length).toBeGreaterThan(10);
    await server.deps.requestLog.flush();
    const rows = await everyRow(server);
    const answers = [owner, bo, visitor].flatMap(({ seen }) => seen.map(({ text }) => text));
    for (const secret of secrets) {
      expect(rows).not.toContain(secret);
      expect(lines.join('')).not.toContain(secret);
      const holders = answers.filter((text) => text.includes(secret));
      expect(holders).toHaveLength(shownOnce.includes(secret) ? 1 : 0);
    }
    expect(lines.length).toBeGreaterThan(5);

    // An error of the database could name the values of its statement.
    const { writer } = server.deps.database;
    for (const [table, request, body] of [
      ['channel_secrets', `PATCH /channels/${channel.id}`, { credentials }],
      ['webhook_endpoints', `PATCH ${path}`, { headers: { 'x-receiver': headerOfReceiver } }],
      ['webhook_secrets', `POST ${path}/rotate-secret`, {}],
      ['accounts', 'PATCH /profile', { password: { current: password, new: bosPassword } }],
      ['one_time_links', 'POST /password-resets/accept', { token: reset, password: bosPassword }],
      ['sessions', 'POST /session', { email: 'bo@example.com', password: bosPassword }],
    ] as const) {
      const before = lines.length;
      await writer.schema.renameTable(table, 'a_lost_table');
      const broken = await owner.call(request, body);
      await writer.schema.renameTable('a_lost_table', table);
      expect(broken.status, request).toBe(500);
      const report = `${broken.text}${lines.slice(before).join('')}`;
      expect(report).toContain('request failed');
      for (const secret of [...secrets, 'bo@example.com']) expect(report).not.toContain(secret);
    }
  }
});
