import type { Brand, SignedIn } from '@parley/contract/console';
import type { AgencyClientWithKey, MediaFile } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { ConsoleBrowser } from '../../test/console-browser.ts';
import { openConsole } from '../../test/console-scene.ts';
import { targets } from '../../test/databases.ts';
import { MailServer } from '../../test/mail-server.ts';
import { contextOf } from '../cli/context.ts';
import { createWorker } from '../jobs/create-worker.ts';
import { makeAgency } from '../tenants/service.ts';
import { addDomain, removeDomain } from './service.ts';

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const domain = 'desk.norte.example';
const plain = { productName: null, logoUrl: null, supportUrl: null, colors: null };

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
    await makeAgency(agency);
    expect([await addDomain(agency, domain), await addDomain(agency, domain)]).toEqual([
      true,
      false,
    ]);
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
    expect(changed.json).toMatchObject({ branding: { ...given, domains: [domain] } });

    const visitor = new ConsoleBrowser(baseUrl, '198.51.100.7');
    const brandOn = async (host: string, more = {}) =>
      (await visitor.call<Brand>('GET /brand', undefined, { host, ...more })).json;
    const brand = await brandOn(`${domain.toUpperCase()}:8443`);
    expect(brand).toMatchObject({
      productName: 'Norte Desk',
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
    const setupOn = async (host: string) =>
      (await visitor.call('GET /setup', undefined, { host })).json;
    expect(await setupOn(domain)).toMatchObject({ singleSignOn: false });
    expect(await setupOn('console.example.com')).toMatchObject({ singleSignOn: true });
    expect((await owner.call<Brand>('GET /brand')).json).toMatchObject({
      productName: 'Norte Desk',
    });

    const invited = { name: 'Bo', email: 'bo@example.com' };
    const forged = { host: 'evil.example', origin: 'http://evil.example' };
    const client = await owner.call<AgencyClientWithKey>(
      'POST /agencies/current/clients',
      { name: 'Client', owner: invited },
      forged,
    );
    expect(client.status).toBe(201);
    const work = () => createWorker(deps).runUntilIdle();
    const mailed = async () => {
      await work();
      return mails.mails.at(-1)?.text.replaceAll('=\r\n', '') ?? '';
    };
    const invitation = await mailed();
    expect(invitation).toContain(`https://${domain}/invitation#token`);
    expect(invitation).toContain('in Norte Desk');

    const accept = (origin: string) =>
      visitor.call<SignedIn>(
        'POST /invitations/accept',
        { token: client.json.invitationToken, name: 'Bo', password: 'a boat on the lake' },
        { host: domain, origin },
      );
    expect((await accept('https://evil.example')).status).toBe(403);
    expect((await accept(`https://${domain}`)).status).toBe(200);
    expect(visitor.cookie).toMatch(/^__Host-/);
    expect(await brandOn('console.example.com')).toMatchObject({ productName: 'Norte Desk' });

    const stranger = new ConsoleBrowser(baseUrl, '203.0.113.1');
    const ask = () => stranger.call('POST /password-resets', { email: invited.email }, forged);
    expect((await ask()).status).toBe(204);
    const reset = await mailed();
    expect(reset).toContain(`https://${domain}/password-reset#token`);
    expect(await removeDomain(agency, domain)).toBe(true);
    expect(await removeDomain(agency, domain)).toBe(false);
    await ask();
    expect(await mailed()).toContain('https://console.example.com/password-reset#token');
    stranger.cookie = '';
    const unbranded = await stranger.call<Brand>('GET /brand', undefined, { host: domain });
    expect(unbranded.json).toEqual(plain);
    expect(JSON.stringify(mails.mails)).not.toContain('evil');
  },
);
