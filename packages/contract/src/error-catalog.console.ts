import { errorDetails } from './error-details.ts';

/** The error codes that only the endpoints of the console have. */
export const consoleErrors = {
  'SVC-SIGN-IN-REQUIRED': {
    status: 401,
    scope: 'response',
    message: 'The session of the console is {reason}. Sign in.',
    details: errorDetails['SVC-SIGN-IN-REQUIRED'],
  },
  'SVC-SIGN-IN-FAILED': {
    status: 401,
    scope: 'response',
    message: 'The sign-in failed: `{reason}`.',
    details: errorDetails['SVC-SIGN-IN-FAILED'],
  },
  'SVC-ROLE-REQUIRED': {
    status: 403,
    scope: 'response',
    message: 'Your role does not permit this; `{role}` does. Ask an owner of the tenant.',
    details: errorDetails['SVC-ROLE-REQUIRED'],
  },
  'SVC-LINK-INVALID': {
    status: 422,
    scope: 'response',
    message: 'The link does not work: `{reason}`. Ask for a new one.',
    details: errorDetails['SVC-LINK-INVALID'],
  },
} as const;
