import { auditedActions } from '@parley/contract';
import { expect, test } from 'vitest';
import { anAgency, anInvitingClient } from '../agencies.fixtures.ts';
import { checkError } from '../answer.ts';
import { call } from '../client.ts';
import { named } from '../extent.ts';
import { preparedRequest, validRequest } from '../fixtures.ts';
import type { Answer } from '../http.ts';
import { type EndpointName, isSuccess, type Route, routes, successStatus } from '../routes.ts';
import { once, type Scene, unique } from '../scene.ts';
import type { Target } from '../target.ts';

/** The endpoints that refuse an API key that an agency issued, because such a key may not extend its own access. */
const refusesIssuedKeys: ReadonlySet<EndpointName> = new Set([
  'agencyGrants.create',
  'agencyGrants.revoke',
  'apiKeys.revoke',
]);

const isOfAgencies = ({ path }: Route) => path.startsWith('/agencies/');
const outsideAgencies = routes.filter((route) => !isOfAgencies(route));

/**
 * Tests what the API keys of an agency and of its client may do, for all endpoints. All tests share the two tenants.
 */
export function testAgencies(target: () => Target): void {
  const relation = once(async () => await relate(await anAgency(target())));

  test.each(named(outsideAgencies))(
    '%s obeys and audits a key that an agency issued, and shows the agency’s own key nothing of the client',
    async (name, route) => {
      const { agency, client, issued, keyId, shared, grantId } = await relation();
      const prepare = route.method === 'GET' ? preparedRequest : validRequest;
      const request = await prepare(client, name);
      const ofAgency = await agency.call(name, request);
      // Without an ID, the agency gets an answer about its own tenant.
      if (route.path.includes(':id')) expect(checkError(ofAgency).code).toBe('SVC-NOT-FOUND');
      const answer = await issued(name, request);
      const known = [...shared, ...idsIn(JSON.stringify(request))];
      const ofClient = idsIn(answer.text).filter((id) => !known.includes(id));
      // The list of event types is the same for everyone, with examples.
      if (name !== 'eventTypes.all') {
        for (const id of ofClient) expect(ofAgency.text).not.toContain(id);
      }
      if (refusesIssuedKeys.has(name)) {
        expect(checkError(answer).details).toEqual({ reason: 'issued_key' });
        return;
      }
      expect(answer.status, answer.text).toBe(successStatus(route));
      const endpoint = `${route.method} ${route.path}`;
      const audited = auditedActions.get(endpoint);
      // Reads are not audited, except those of secrets and exports.
      if (route.method === 'GET' && audited === undefined) return;
      const action = audited ?? endpoint;
      const { data } = await client.api.auditLog.list({ query: { grantId, action } });
      const actor = { type: 'api_key', id: keyId, grantId };
      const requestId = answer.headers.get('x-request-id');
      expect(data).toContainEqual(expect.objectContaining({ action, actor, requestId }));
    },
  );

  test.each(named(routes.filter(isOfAgencies)))(
    '%s refuses the keys of a client, the keys that other agencies issued, and clients without a grant',
    async (name, { errors }) => {
      const { agency, client, issued, issuedInAgency, withoutGrant } = await relation();
      const request = await preparedRequest(agency, name);
      const own = await client.call(name, request);
      const answers = [own, await issued(name, request)];
      expect(answers.map((answer) => checkError(answer).code)).toEqual([
        'SVC-AGENCY-REQUIRED',
        'SVC-AGENCY-REQUIRED',
      ]);
      const inAgency = checkError(await issuedInAgency(name, request));
      expect(inAgency).toMatchObject({ code: 'SVC-FORBIDDEN', details: { reason: 'issued_key' } });
      // Without an ID, the endpoint is about the agency itself or all of its clients, and needs no grant.
      if (!request.params) return;
      const params = { ...request.params, id: withoutGrant };
      const ungranted = await agency.call(name, { ...request, params });
      const needsGrant = errors.includes('SVC-GRANT-REQUIRED');
      expect(codeOf(ungranted) === 'SVC-GRANT-REQUIRED', ungranted.text).toBe(needsGrant);
    },
  );
}

/**
 * Creates a client of the agency, and makes the agency a client of another agency. Each client has issued an API key to
 * its agency.
 */
async function relate(agency: Scene) {
  const [one, other] = await Promise.all([keyWithin(agency), anAgency(agency.target)]);
  const { client, grant, issued, keyId } = one;
  const invited = await agency.api.agencyGrants.create({
    body: { agencyId: other.tenant.tenantId, permissions: ['keys'] },
  });
  const inAgency = await issueKey(other, invited.agencyClientId);
  const alone = await agency.api.agencyClients.create({ body: { name: unique('Client') } });
  const tenants = [agency.tenant.tenantId, client.tenant.tenantId];
  return {
    agency,
    client,
    issued,
    issuedInAgency: inAgency.call,
    withoutGrant: alone.id,
    keyId,
    grantId: grant.id,
    /** The IDs that both tenants may see. */
    shared: [...tenants, grant.id, grant.agencyClientId, keyId],
  };
}

async function keyWithin(agency: Scene) {
  const { client, grant, params } = await anInvitingClient(agency);
  const { call: issued, keyId } = await issueKey(agency, params.id);
  return { client, grant, issued, keyId };
}

async function issueKey({ api, target }: Scene, id: string) {
  const key = await api.agencyClients.issueApiKey({ params: { id }, body: { name: 'Key' } });
  const send: Scene['call'] = (name, request) =>
    call(target.baseUrl, key.secret ?? '', name, request);
  return { call: send, keyId: key.id };
}

function idsIn(text: string): string[] {
  return text.match(/\b[a-z]{3,5}_[0-9A-Z]{26}\b/g) ?? [];
}

function codeOf(answer: Answer): string | undefined {
  return isSuccess(answer.status) ? undefined : checkError(answer).code;
}
