import { type Tenant, wordsOfName } from '@parley/contract/schemas';
import { ApiError } from '../api/call.ts';

/** By `details.reason` of a failed sign-in or link. */
const reasons: Readonly<Record<string, string>> = {
  credentials: 'The email address or the password is wrong.',
  code_wrong:
    'The code is wrong, or was used. Enter the code that the app shows now, and check the clock of its device.',
  no_workspace: 'You are no active member of a workspace. Ask an owner.',
  sso_expired: 'It took longer than 10 minutes, or began in another browser. Try again here.',
  sso_refused: 'The provider did not confirm who you are. Try again, or ask an operator.',
  sso_unknown: 'Your email address has no account here. Ask an owner to invite you.',
  sso_unverified:
    'The provider has not verified your email address. Verify it there, and try again.',
  unknown: 'The server does not know this link. Copy the whole link, or ask for a new one.',
  used: 'The link was used or revoked. Ask for a new one.',
  expired: 'The link has expired. Ask for a new one.',
};

/** By `details.rule`. */
const rules: Readonly<Record<string, string>> = {
  content_matches_type: 'The content of the file does not fit its name. Choose another file.',
  last_owner: 'The workspace needs an owner. Make somebody else an owner first.',
};

/** By the resource and the field of a value that another record has. */
const conflicts: Readonly<Record<string, string>> = {
  'agencyClient externalId': 'Another client has this ID. Use another one.',
  'agencyGrant agencyId':
    'This agency has access already. To change what it may do, first revoke its access.',
  'channel externalId':
    'Another channel of this server has this account. Delete that channel, or use another account.',
  'user email':
    'A member of this workspace has this email address. If the member is deactivated, reactivate it.',
  'webhookEndpoint url': 'Another endpoint has this URL. Use another one.',
};

/**
 * Says what went wrong, and what to do. The messages of the server are written for programmers, so pages replace some.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  const { code, details, message } = error;
  switch (code) {
    case 'SVC-VALIDATION':
      return 'The server does not accept these values.';
    case 'SVC-FORBIDDEN':
      return details['reason'] === 'own_access'
        ? 'Somebody has joined the workspace, or it has an API key of its own. Its members and the operator of the server invite further people.'
        : message;
    case 'SVC-CONFLICT':
      return conflicts[`${details['resource']} ${details['field']}`] ?? message;
    case 'SVC-SIGN-IN-REQUIRED':
      return 'Your session had ended. Try again.';
    case 'SVC-SIGN-IN-FAILED':
    case 'SVC-LINK-INVALID':
      return reasons[String(details['reason'])] ?? message;
    case 'SVC-RULE-VIOLATION':
      return rules[String(details['rule'])] ?? message;
    case 'SVC-TENANT-SUSPENDED':
      return inactive('suspended');
    case 'SVC-ROLE-REQUIRED':
      return `This needs the role ${details['role']}. Ask an owner of the workspace.`;
    case 'SVC-RATE-LIMITED':
      return `Too many requests or attempts. Wait ${waitOf(Number(details['retryAfterSeconds']))}, and try again.`;
    case 'SVC-INVALID-TRANSITION':
      return `This ${nounOf(details['resource'])} is ${details['from']}, which does not allow this.${statusesIn(details)}`;
    case 'SVC-PROVIDER-ERROR':
      return `The provider did not answer, or refused the request.${details['providerMessage'] ? ` It says: “${details['providerMessage']}”.` : ''} ${details['retryable'] ? 'Try again in some minutes.' : 'Check the account and its credentials.'}`;
    case 'SVC-NOT-FOUND':
      if (details['resource'] === 'tenant')
        return 'There is no workspace with this ID that you can reach. Check the ID.';
      return `This ${nounOf(details['resource'])} does not exist, or was deleted.`;
    case 'SVC-IDEMPOTENCY-IN-PROGRESS':
      return 'The server still works on your first attempt. Try again in some seconds.';
    case 'SVC-INTERNAL':
      return 'The server failed. Try again, or tell its operator the ID of the request.';
    case 'SVC-UNAVAILABLE':
      return 'The server cannot do this at the moment. Try again in some seconds.';
    default:
      return message;
  }
}

/** Says what the status of a workspace that is not active means for its members. */
export function inactive(status: Tenant['status']): string {
  return `This workspace is ${status}: the server refuses its requests. Ask the operator of the server, or the agency that created the workspace.`;
}

/** Names the statuses in which an action is possible. */
function statusesIn({ action, allowed }: ApiError['details']): string {
  if (!action || !Array.isArray(allowed) || allowed.length === 0) return '';
  return ` It must be ${allowed.join(' or ')}.`;
}

function waitOf(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

/** Returns the words for a kind of record, such as `webhookEndpoint`. */
function nounOf(kind: unknown): string {
  return typeof kind === 'string' ? wordsOfName(kind) : 'record';
}
