import { once } from 'node:events';
import { type IncomingMessage, request as send } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { type Brand, consolePrefix, type SignedIn } from '@parley/contract/console';
import type { AgencyClientWithKey, MediaFile } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { openConsole } from '../../test/console-scene.ts';
import { targets } from '../../test/databases.ts';
import { MailServer } from '../../test/mail-server.ts';
import { contextOf } from '../cli/context.ts';
import { createWorker } from '../jobs/create-worker.ts';
import { sessionsTable } from '../sessions/table.ts';
import { resumeTenant, setKind, suspendTenant } from '../tenants/service.ts';
import { addDomain, removeDomain } from './domains.ts';

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const domain = 'desk.norte.example';
const plain = {
  productName: null,
  logoUrl: null,
  supportUrl: null,
  colors: null,
  consoleUrl: null,
};

test.each(targets)(
  '%s: pages and mails have the branding of the agency, and a forged host changes no mail',
  async (target) => {
    const mails = await MailServer.start();
    const { server, owner } = await openConsole(target, {
      closes: true,
      env: {
        PARLEY_SMTP_URL: mails.url,
        PARLEY_SMTP_FROM: 'Parley <parley@example.com>',
        PARLEY_PUBLIC_URL: 'https://console.example.com',
        PARLEY_OIDC_ISSUER: 'https://login.example.com',
        PARLEY_OIDC_CLIENT_ID: 'parley',
        PARLEY_OIDC_CLIENT_SECRET: 'secret',
      },
    });
    const { deps, baseUrl } = server;
    const { tenant } = (await owner.call<SignedIn>('GET /session')).json;
    const agency = contextOf(deps, tenant.id);
    await setKind(agency, 'agency');
    expect([await addDomain(agency, domain), await addDomain(agency, domain)]).toEqual([
      true,
      false,
    ]);
    const later = { ...agency, now: () => new Date(deps.now().getTime() + 1_000) };
    await addDomain(later, 'a.norte.example');
    const { json: key } = await owner.call<{ secret: string }>('POST /api-keys', { name: 'Logo' });
    const upload = await fetch(`${baseUrl}/api/v1/media`, {
      method: 'POST',
      headers: { 'x-api-key': key.secret, 'content-type': 'image/png' },
      body: dot,
    });
    const { id: logoMediaId } = (await upload.json()) as MediaFile;
    const supportUrl = 'https://norte.example/help';
    const given = { productName: 'Norte Desk', primaryColor: '#ffff00', supportUrl, logoMediaId };
    const changed = await owner.call('PATCH /agencies/current', { branding: given });
    const domains = [domain, 'a.norte.example'];
    expect(changed.json).toMatchObject({ branding: { ...given, domains } });

    const on = (host: string, more: Partial<Asked> = {}) => ask({ baseUrl, host, ...more });
    const brandOn = async (host: string, headers = {}) =>
      (await on(host, { headers })).json as Brand;
    const brand = await brandOn(`${domain.toUpperCase()}:8443`);
    // The address of the console would name the other domains of the agency.
    expect(brand).toMatchObject({
      productName: 'Norte Desk',
      consoleUrl: null,
      supportUrl,
      colors: { light: { soft: '#ffffe6' }, dark: { accent: '#ffff00' } },
    });
    expect(brand.logoUrl).toMatch(/^\/api\/v1\/media\/med_/);
    const logo = await fetch(`${baseUrl}${brand.logoUrl}`);
    expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(logo.headers.get('content-security-policy')).toContain('sandbox');
    for (const host of ['console.example.com', `${domain}.evil.example`, `x${domain}`]) {
      expect(await brandOn(host, { 'x-forwarded-host': domain }), host).toEqual(plain);
    }
    const setupOn = async (host: string) => (await on(host, { request: 'GET /setup' })).json;
    expect(await setupOn(domain)).toMatchObject({ singleSignOn: false });
    expect(await setupOn('console.example.com')).toMatchObject({ singleSignOn: true });
    const earlier = new Date(deps.now().getTime() - 3_600_000).toISOString();
    const lastUses = async () =>
      (await agency.db.select(sessionsTable)).map(({ last_seen_at: at }) => at);
    await agency.db.update(sessionsTable, {}, { last_seen_at: earlier });
    expect((await owner.call<Brand>('GET /brand')).json).toMatchObject({
      productName: 'Norte Desk',
      consoleUrl: `https://${domain}`,
    });
    expect(await lastUses()).toEqual([earlier]);
    await owner.call('GET /session');
    expect(await lastUses()).not.toEqual([earlier]);

    const invited = { name: 'Bo', email: 'bo@example.com' };
    const forged = { origin: 'http://evil.example', cookie: owner.cookie };
    const client = await on('evil.example', {
      request: 'POST /agencies/current/clients',
      body: { name: 'Client', owner: invited },
      headers: forged,
    });
    expect(client.status, JSON.stringify(client.json)).toBe(201);
    const { invitationToken: token } = client.json as AgencyClientWithKey;
    const work = () => createWorker(deps).runUntilIdle();
    const mailed = async () => {
      await work();
      return mails.mails.at(-1)?.text.replaceAll('=\r\n', '') ?? '';
    };
    const invitation = await mailed();
    expect(invitation).toContain(`https://${domain}/invitation#token`);
    expect(invitation).toContain('in Norte Desk');

    const body = { token, name: 'Bo', password: 'a boat on the lake' };
    const accept = (origin: string) =>
      on(domain, { request: 'POST /invitations/accept', body, headers: { origin } });
    expect((await accept('https://evil.example')).status).toBe(403);
    const joined = await accept(`https://${domain}`);
    expect([joined.status, joined.cookie]).toEqual([200, expect.stringMatching(/^__Host-/)]);
    const signedIn = await brandOn('console.example.com', { cookie: joined.cookie });
    expect(signedIn).toMatchObject({
      productName: 'Norte Desk',
      consoleUrl: `https://${domain}`,
    });

    const forget = () =>
      on('evil.example', {
        request: 'POST /password-resets',
        body: { email: invited.email },
        headers: { origin: 'http://evil.example' },
      });
    expect((await forget()).status).toBe(204);
    const reset = await mailed();
    expect(reset).toContain('https://console.example.com/password-reset#token');
    expect(reset).not.toContain('Norte');

    const invite = async (email: string) => {
      await owner.call('POST /invitations', { email, role: 'member' });
      return await mailed();
    };
    await suspendTenant(agency);
    expect(await brandOn(domain)).toEqual(plain);
    const ofOperator = { ...plain, consoleUrl: 'https://console.example.com' };
    expect(await brandOn('console.example.com', { cookie: joined.cookie })).toEqual(ofOperator);
    expect(await setupOn(domain)).toMatchObject({ singleSignOn: false });
    await resumeTenant(agency);
    expect(await invite('cy@example.com')).toContain(`https://${domain}/invitation#token`);
    expect(await removeDomain(agency, 'a.norte.example')).toBe(true);
    expect(await removeDomain(agency, domain)).toBe(true);
    expect(await removeDomain(agency, domain)).toBe(false);
    expect(await invite('di@example.com')).toContain('https://console.example.com/invitation#');
    expect(await brandOn(domain)).toEqual(plain);
    expect(JSON.stringify(mails.mails)).not.toContain('evil');
  },
);

interface Asked {
  readonly baseUrl: string;
  readonly host: string;
  /** Default: `GET /brand`. */
  readonly request?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request with this `Host`, which `fetch` would replace. */
async function ask({ baseUrl, host, request = 'GET /brand', body, headers }: Asked) {
  const [method = '', path = ''] = request.split(' ');
  const url = `${baseUrl}${consolePrefix}${path}`;
  const content = body && JSON.stringify(body);
  const all = { ...headers, host, ...(body && { 'content-type': 'application/json' }) };
  const sent = send(url, { method, headers: all });
  sent.end(content);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const text = await textOf(answer);
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  return { status: answer.statusCode, cookie, json: text && (JSON.parse(text) as unknown) };
}
