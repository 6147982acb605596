import * as z from 'zod';
import { actor } from './events.ts';
import { at, exampleId, exampleIds, onePage } from './example-values.ts';
import { id } from './ids.ts';
import { named } from './named.ts';
import { idOrNull, textOrNull } from './nullable.ts';
import { page, pageQuery } from './pagination.ts';
import { createdRange, idFilter, sortedBy, textFilter } from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import { timestamp } from './timestamps.ts';

export class AuditEntrySchema extends named(
  'A change, or a read of a secret: who did it, from where, and to which record.',
  {
    id: id('auditEntry'),
    action: z
      .string()
      .describe(
        'The action, such as `api_key.revoked`. An action without a name of its own is its endpoint, such as `POST /messages`. Open enum: new values may be added; handle unknown ones.',
      ),
    // Not the schema of events: the mocks export its type with the events.
    actor: z.object(actor.shape).describe('Who did it.'),
    agency: z
      .object({
        id: id('tenant').describe('ID of the tenant of the agency.'),
        name: textOrNull('Name of the agency at present; null = it is no longer an agency.'),
      })
      .nullable()
      .describe('The agency that did it, by itself or under a grant; null = none.'),
    clientId: idOrNull(
      'agencyClient',
      'In the log of an agency: ID of the client that the action concerns. Null = none, or an entry about a key or a grant that is older than this field.',
    ),
    recordId: textOrNull(
      'ID of the record, which may be deleted since; null = the action names none.',
    ),
    sessionId: idOrNull('session', 'ID of the session of a member in the console; null = none.'),
    ip: textOrNull('Network address of the request; null = a command of the operator.'),
    requestId: textOrNull('`X-Request-Id` of the request; null = a command of the operator.'),
    createdAt: timestamp.describe('Time of the action.'),
  },
) {}
export const auditEntry = new AuditEntrySchema();
export type AuditEntry = z.infer<typeof auditEntry>;

export const listAuditLogQuery = pageQuery
  .extend({
    action: textFilter(100)
      .optional()
      .describe('Only these actions. An unknown action matches no entry.'),
    actorId: idFilter().optional().describe('Only actions of any of these actors.'),
    grantId: idFilter().optional().describe('Only actions with any of these grants.'),
    clientId: idFilter()
      .optional()
      .describe('Only actions of an agency that concern any of these clients.'),
    recordId: idFilter().optional().describe('Only actions on any of these records.'),
    createdAfter: createdRange.createdAfter,
    createdBefore: createdRange.createdBefore,
    sort: sortedBy('-createdAt', 'createdAt'),
  })
  .describe('Which actions to list.');
export type ListAuditLogQuery = z.infer<typeof listAuditLogQuery>;

export const auditLogPage = page(auditEntry).describe('A page of actions.');

/** The endpoints whose successes the audit log names, and their actions. */
export const auditedActions: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'POST /api-keys/:id/revoke': 'api_key.revoked',
    'PATCH /tenants/current': 'tenant.updated',
    'PATCH /agencies/current': 'tenant.updated',
    'POST /agencies/current/clients': 'agency_client.created',
    'PATCH /agencies/current/clients/:id': 'agency_client.updated',
    'DELETE /agencies/current/clients/:id': 'agency_client.archived',
    'POST /agencies/current/clients/:id/suspend': 'agency_client.suspended',
    'POST /agencies/current/clients/:id/reactivate': 'agency_client.reactivated',
    'POST /agencies/current/clients/:id/invite-owner': 'agency_client.owner_invited',
    'POST /agencies/current/clients/:id/grants': 'agency_grant.created',
    'DELETE /agencies/current/clients/:id/grants/:agencyGrantId': 'agency_grant.revoked',
    'POST /agencies/current/clients/:id/api-keys': 'api_key.created',
    'POST /agencies/current/clients/:id/api-keys/:apiKeyId/revoke': 'api_key.revoked',
    'POST /agency-grants': 'agency_grant.created',
    'DELETE /agency-grants/:id': 'agency_grant.revoked',
    'POST /channels': 'channel.created',
    'PATCH /channels/:id': 'channel.updated',
    'DELETE /channels/:id': 'channel.deleted',
    'POST /channels/:id/enable': 'channel.enabled',
    'POST /channels/:id/disable': 'channel.disabled',
    'POST /webhook-endpoints': 'webhook_endpoint.created',
    'PATCH /webhook-endpoints/:id': 'webhook_endpoint.updated',
    'DELETE /webhook-endpoints/:id': 'webhook_endpoint.deleted',
    'GET /webhook-endpoints/:id/secret': 'webhook_endpoint.secret_read',
    'POST /webhook-endpoints/:id/rotate-secret': 'webhook_endpoint.secret_rotated',
    'POST /webhook-endpoints/:id/enable': 'webhook_endpoint.enabled',
    'POST /webhook-endpoints/:id/disable': 'webhook_endpoint.disabled',
    'GET /contacts/export': 'contact.exported',
    'POST /contacts/imports': 'contact_import.created',
    'POST /contacts/merge': 'contact.merged',
    'DELETE /contacts/:id': 'contact.deleted',
    'POST /contacts/:id/block': 'contact.blocked',
    'POST /contacts/:id/unblock': 'contact.unblocked',
    'POST /suppressions': 'suppression.created',
    'DELETE /suppressions/:id': 'suppression.deleted',
  }),
);

const routes = resourceRoutes('/audit-log', 'auditEntry', auditEntry);

export const auditLogRoutes = {
  list: {
    ...routes.list('List audited actions', listAuditLogQuery, auditLogPage),
    description:
      'Returns changes of keys, settings, credentials and webhook endpoints, reads of secrets, exports, merges, erasures and blocks. Also returns clients and grants of agencies, and every change that an agency made. A change that an agency made in the tenant of its client is in the log of both. The server keeps entries for `PARLEY_AUDIT_DAYS`, 365 days by default.',
  },
};

const example: AuditEntry = {
  id: exampleId('auditEntry', 'A'),
  action: 'api_key.revoked',
  actor: { type: 'api_key', id: exampleIds.apiKey, grantId: null },
  agency: null,
  clientId: null,
  recordId: exampleIds.apiKey,
  sessionId: null,
  ip: '203.0.113.7',
  requestId: 'req-1',
  createdAt: at(50),
};

export const auditLogExamples = {
  auditEntry: example,
  auditLogPage: onePage(example),
  listAuditLogQuery: { action: ['api_key.revoked'], createdAfter: at(0) },
} as const;
