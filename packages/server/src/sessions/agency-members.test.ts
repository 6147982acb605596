import type { SignedIn } from '@parley/contract/console';
import type { AuditEntry, Page } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import type { ConsoleBrowser } from '../../test/console-browser.ts';
import { joinAs, openConsole, signIn, statusOf } from '../../test/console-scene.ts';
import { targets } from '../../test/databases.ts';

const hourMs = 3_600_000;

test.each(targets)(
  '%s: a member of an agency works in a client only while its grant lasts, and changes name the grant',
  async (target) => {
    const { server } = await openConsole(target, { closes: true });
    const [agency, client] = await Promise.all([server.createTenant(), server.createTenant()]);
    await agency.makeAgency();
    const { db } = server.contextOf(agency.tenantId);
    const boss = await joinAs(server, agency.tenantId, 'owner');
    const agent = await joinAs(server, agency.tenantId, 'admin');
    const beginner = await joinAs(server, agency.tenantId, 'member');
    const asClient = async <Body>(request: string, body?: object) => {
      const [method = '', path = ''] = request.split(' ');
      const answer = await fetch(`${server.baseUrl}/api/v1${path}`, {
        method,
        headers: { 'x-api-key': client.apiKey, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      return (answer.status === 204 ? undefined : await answer.json()) as Body;
    };
    const give = async (permissions: readonly string[], expiresAt?: string) =>
      await asClient<{ id: string }>('POST /agency-grants', {
        agencyId: db.tenantId,
        permissions,
        ...(expiresAt && { expiresAt }),
      });
    const revoke = async ({ id }: { id: string }) => await asClient(`DELETE /agency-grants/${id}`);
    const enter = async (browser: ConsoleBrowser) =>
      await browser.call<SignedIn>('POST /session/switch', { tenantId: client.tenantId });
    const refusal = (code: string, details: object = {}) => ({
      json: { error: { code, details } },
    });

    expect(await enter(agent)).toMatchObject(refusal('SVC-NOT-FOUND'));
    for (const permission of ['keys', 'manage']) {
      const grant = await give([permission]);
      expect(await enter(agent)).toMatchObject(refusal('SVC-GRANT-REQUIRED'));
      await revoke(grant);
    }
    const grant = await give(['manage', 'keys']);
    expect(await enter(beginner)).toMatchObject(refusal('SVC-ROLE-REQUIRED', { role: 'admin' }));
    const other = await server.createTenant();
    await other.makeAgency();
    const stranger = await joinAs(server, other.tenantId, 'owner');
    expect(await enter(stranger)).toMatchObject(refusal('SVC-NOT-FOUND'));

    const hook = await asClient<{ id: string }>('POST /webhook-endpoints', {
      url: 'https://hooks.example.invalid/client',
      events: ['contact.created'],
    });

    const before = agent.cookie;
    const { json: entered } = await enter(agent);
    expect(await statusOf(server, before)).toBe(401);
    const guest = entered.member;
    expect(entered).toMatchObject({
      tenant: { id: client.tenantId },
      member: { role: 'admin' },
      agency: { tenantId: agency.tenantId, grantId: grant.id },
      workspaces: [{ tenantId: agency.tenantId }],
    });
    expect((await agent.call<SignedIn>('GET /session')).json).toEqual(entered);
    const made = await agent.call<{ id: string }>('POST /canned-responses', {
      shortcut: 'agency',
      text: 'Hello',
    });
    expect(made.status).toBe(201);
    const hookPath = `/webhook-endpoints/${hook.id}`;
    const requests = [
      'POST /api-keys',
      'POST /invitations',
      'PATCH /profile',
      `DELETE /agency-grants/${grant.id}`,
      'POST /webhook-endpoints',
      `PATCH ${hookPath}`,
      `DELETE ${hookPath}`,
      ...['rotate-secret', 'enable', 'disable', 'test', 'replay'].map(
        (action) => `POST ${hookPath}/${action}`,
      ),
      `GET ${hookPath}/secret`,
    ];
    for (const request of requests) {
      const body = request.startsWith('GET') ? undefined : {};
      expect(await agent.call(request, body), request).toMatchObject(
        refusal('SVC-FORBIDDEN', { reason: 'guest' }),
      );
    }
    expect((await agent.call(`GET ${hookPath}`)).status).toBe(200);
    const log = await asClient<Page<AuditEntry>>('GET /audit-log?sort=createdAt');
    const actor = { type: 'member', id: guest.id, grantId: grant.id };
    expect(log.data.slice(-2)).toMatchObject([
      { action: 'session.created', actor, sessionId: entered.sessionId },
      {
        action: 'POST /canned-responses',
        actor,
        recordId: made.json.id,
        sessionId: entered.sessionId,
      },
    ]);
    const contact = (await agent.call<{ id: string }>('POST /contacts', {})).json;
    const note = await agent.call(`POST /contacts/${contact.id}/notes`, { body: 'Hello' });
    // The client does not know the members of its agency.
    expect(note.json).toMatchObject({ author: { type: 'member', id: guest.id, name: null } });
    const ofAgency = await boss.call<Page<AuditEntry>>(
      'GET /audit-log?action=agency_client.entered',
    );
    const [entry] = ofAgency.json.data;
    expect(ofAgency.json.data).toMatchObject([{ actor: { id: guest.id, grantId: null } }]);
    expect(entry).toMatchObject({ clientId: entry?.recordId });

    await revoke(grant);
    const ended = refusal('SVC-SIGN-IN-REQUIRED', { reason: 'ended' });
    expect(await agent.call('GET /contacts')).toMatchObject(ended);
    const signInAgain = async () => await signIn(agent, { email: guest.email });
    expect((await signInAgain()).json.tenant.id).toBe(agency.tenantId);
    expect(await enter(agent)).toMatchObject(refusal('SVC-GRANT-REQUIRED'));

    const expiresAt = new Date(server.now().getTime() + hourMs).toISOString();
    const short = await give(['manage', 'keys'], expiresAt);
    expect((await enter(agent)).status).toBe(200);
    await server.advance(hourMs + 1_000);
    expect(await agent.call('GET /contacts')).toMatchObject(ended);
    await revoke(short);

    await give(['manage', 'keys']);
    await signInAgain();
    await enter(agent);
    const change = { role: 'member' };
    expect((await boss.call(`PATCH /members/${guest.id}`, change)).status).toBe(200);
    expect(await agent.call('GET /contacts')).toMatchObject(ended);
    await boss.call(`PATCH /members/${guest.id}`, { role: 'admin' });
    await signInAgain();
    await enter(agent);
    expect((await agent.call('GET /contacts')).status).toBe(200);
    await agency.suspend();
    expect(await agent.call('GET /contacts')).toMatchObject(ended);
    expect(await enter(boss)).toMatchObject(refusal('SVC-TENANT-SUSPENDED'));
  },
);
