import { type MemberRole, ServiceError } from '@parley/contract/schemas';

// The permissions of members in the console, by their role. An endpoint needs a least role; rules about owners also depend on
// the member that is changed.

const ranks: readonly MemberRole[] = ['member', 'admin', 'owner'];

/** The first parts of the paths that only administrators may use. */
const ofAdmins: ReadonlySet<string> = new Set([
  'agencies',
  'agency-grants',
  'api-keys',
  'audit-log',
  'events',
  'invitations',
  'request-log',
  'webhook-deliveries',
  'webhook-endpoints',
]);
/** The first parts of the paths that members may read, and only administrators may change. */
const readByMembers: ReadonlySet<string> = new Set(['channels', 'members', 'tenants']);
const exceptions: ReadonlyMap<string, MemberRole> = new Map([
  // It changes nothing.
  ['POST /channels/:id/templates/:templateId/preview', 'member'],
]);

/** The role of a member of an agency in the tenant of a client. */
export const guestRole: MemberRole = 'admin';
/** The first parts of the paths that a member of an agency may read in the tenant of a client, and not change. */
const readByGuests: ReadonlySet<string> = new Set([
  'agency-grants',
  'api-keys',
  'invitations',
  'members',
  'profile',
  'webhook-endpoints',
]);
/** The endpoints that read a secret, which a member of an agency must not know after the end of the grant. */
const hiddenFromGuests: ReadonlySet<string> = new Set(['GET /webhook-endpoints/:id/secret']);

interface AnyRoute {
  readonly method: string;
  /** The path as the contract writes it: `/messages/:id`. */
  readonly path: string;
}

/** Returns the least role that may use an endpoint in the console. */
export function leastRole({ method, path }: AnyRoute): MemberRole {
  const exception = exceptions.get(`${method} ${path}`);
  if (exception) return exception;
  const [, first = ''] = path.split('/');
  if (ofAdmins.has(first)) return 'admin';
  return readByMembers.has(first) && method !== 'GET' ? 'admin' : 'member';
}

/**
 * Throws SVC-FORBIDDEN when a member of an agency, in the tenant of a client, would keep access or get events after the
 * end of the grant. The API keys that an agency issued may use these endpoints, except those that `refuseIssuedKey`
 * guards.
 */
export function checkGuest({ method, path }: AnyRoute): void {
  const [, first = ''] = path.split('/');
  const isRead = method === 'GET' && !hiddenFromGuests.has(`${method} ${path}`);
  if (isRead || !readByGuests.has(first)) return;
  throw new ServiceError('SVC-FORBIDDEN', { reason: 'guest' });
}

/** Throws SVC-ROLE-REQUIRED when `role` is lower than `least`. */
export function requireRole(role: MemberRole, least: MemberRole): void {
  if (least === 'member' || !isLower(role, least)) return;
  throw new ServiceError('SVC-ROLE-REQUIRED', { role: least });
}

/** Returns whether `role` has fewer permissions than `other`. */
export function isLower(role: MemberRole, other: MemberRole): boolean {
  return ranks.indexOf(role) < ranks.indexOf(other);
}
