const conformance = 'packages/server/test/conformance';
const mocks = 'packages/msw/test/conformance.test.ts';
const sessions = 'packages/server/src/sessions/sessions.test.ts';
const requestLog = 'packages/server/src/request-log';

/** Guarantees about agencies, their grants, the audit log and the log of requests. */
export const agencyMutations = [
  {
    name: 'issued-keys-change-grants',
    file: 'packages/domain/src/agency-grants.ts',
    from: '  if (grantId !== null) throw',
    to: '  if (grantId === "") throw',
    tests: [mocks],
    titles: 'mocks agencies',
  },
  {
    name: 'writes-of-agencies-not-audited',
    file: 'packages/domain/src/audit-log.ts',
    from: "(grantId !== null && method !== 'GET' ? endpoint : undefined)",
    to: "(grantId === '' && method !== 'GET' ? endpoint : undefined)",
    tests: [mocks],
    titles: 'mocks agencies',
  },
  {
    name: 'keys-outlive-their-grant',
    file: 'packages/server/src/agency-grants/service.ts',
    from: '  await revokeKeysOfGrant(client, grant.id);\n',
    to: '  revokeKeysOfGrant;\n',
    tests: [conformance],
    titles: 'SQLite grants of agencies',
  },
  {
    name: 'permissions-of-grants-not-asked-for',
    file: 'packages/server/src/tenancy/grants.ts',
    from: '  if (permission) requirePermission(',
    to: '  if (clientId === "") requirePermission(',
    tests: [conformance],
    titles: 'SQLite agencies',
  },
  {
    name: 'copies-without-a-grant',
    file: 'packages/server/src/agency-clients/copy.ts',
    from: "actAsClient(ctx, clientId, 'keys')",
    to: 'actAsClient(ctx, clientId)',
    tests: ['packages/server/src/agency-clients/copy.test.ts'],
    titles: 'SQLite continues after failed jobs',
  },
  {
    name: 'sessions-outlive-their-grant',
    file: 'packages/server/src/sessions/statements/sessions.ts',
    from: ' and g.revoked_at is null\n',
    to: '\n',
    tests: [sessions],
    titles: 'SQLite a member of an agency',
  },
  {
    name: 'members-of-agencies-make-keys',
    file: 'packages/server/src/http/authenticate-session.ts',
    from: '    if (grantId !== null) checkGuest({ method, path });\n',
    to: '    if (grantId === "") checkGuest({ method, path });\n',
    tests: [sessions],
    titles: 'SQLite a member of an agency',
  },
  {
    name: 'names-in-the-request-log',
    file: 'packages/domain/src/request-log.ts',
    from: 'isAnyId(value) ? value : parameter',
    to: 'parameter ? value : parameter',
    tests: [`${requestLog}/request-log.test.ts`],
    titles: 'SQLite shows the requests',
  },
  {
    name: 'request-log-without-limits',
    file: `${requestLog}/request-log.ts`,
    from: '    if (!isLogged) return;\n',
    to: '    if (!isLogged) this.#waiting.length += 0;\n',
    tests: [`${requestLog}/request-log.test.ts`],
    titles: 'SQLite logs at most',
  },
  {
    name: 'locations-of-the-console-name-the-api',
    file: 'packages/server/src/http/location.ts',
    from: 'res.req.baseUrl === consolePrefix',
    to: 'res.req.baseUrl === ""',
    tests: ['packages/server/src/http/console-endpoints.test.ts'],
    titles: 'create answers a session',
  },
];
