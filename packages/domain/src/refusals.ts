import {
  type ErrorCode,
  type ErrorDetails,
  type ErrorRule,
  type IdKind,
  type ReachedLimit,
  ServiceError,
  toErrorResponse,
  type ValidationIssue,
} from '@parley/contract/schemas';

/** Returns the error for a record that does not exist, belongs to another tenant, or was merged into another one. */
export function notFound(
  resource: IdKind,
  id: string,
  mergedIntoId: string | undefined = undefined,
): ServiceError {
  if (mergedIntoId === undefined) return new ServiceError('SVC-NOT-FOUND', { resource, id });
  const message = `The ${resource} was merged into ${mergedIntoId}. Use the ID of that ${resource}.`;
  return new ServiceError('SVC-NOT-FOUND', { resource, id, mergedIntoId }, { message });
}

/** Returns the error for a record that does not belong to this owner, such as a stage of another pipeline. */
export function notFoundIn(owner: IdKind, resource: IdKind, id: string): ServiceError {
  const message = `The \`${owner}\` has no \`${resource}\` with this ID. Check the IDs of both.`;
  return new ServiceError('SVC-NOT-FOUND', { resource, id }, { message });
}

/** Returns whether a value is an error of the API with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly ErrorCode[]): error is ServiceError {
  return error instanceof ServiceError && codes.includes(error.code);
}

/** Returns undefined for SVC-NOT-FOUND and throws every other error: another process may have removed the record. */
export function ignoreNotFound(error: unknown): undefined {
  if (!hasCode(error, 'SVC-NOT-FOUND')) throw error;
}

/** A unique value that another record already has. */
export interface Taken {
  readonly field: string;
  /** The ID of the record that has the value; null when that record no longer exists. */
  readonly existingId: string | null;
}

/**
 * Returns the error for a unique value that another record of the tenant has. The message names that record, because
 * the errors of an import have no details. `advice` says what the caller can do.
 */
export function conflict(
  resource: IdKind,
  { field, existingId }: Taken,
  advice = 'Use another value.',
): ServiceError {
  const message = `The \`${resource}\` ${existingId} already has this \`${field}\`. ${advice}`;
  const details = { resource, field, existingId };
  return new ServiceError('SVC-CONFLICT', details, existingId === null ? {} : { message });
}

/**
 * Returns the error for a value that breaks a rule between fields or records. `message` replaces the message of the
 * rule.
 */
export function violation(rule: ErrorRule, field: string, message?: string): ServiceError {
  return new ServiceError(
    'SVC-RULE-VIOLATION',
    { rule, field },
    message === undefined ? {} : { message },
  );
}

/** Returns the error for a request with one invalid field. */
export function invalid(issue: ValidationIssue, options?: { cause?: unknown }): ServiceError {
  return new ServiceError('SVC-VALIDATION', { issues: [issue] }, options);
}

/** Throws SVC-LIMIT-REACHED when `count` records exist and a further one would be more than `max`. */
export function checkLimit(
  limit: ReachedLimit,
  { count, max, message }: { count: number; max: number; message?: string },
): void {
  if (count < max) return;
  throw new ServiceError('SVC-LIMIT-REACHED', { limit, max }, message ? { message } : {});
}

/** The sentence that each `suggestion` of SVC-INVALID-TRANSITION adds to the message. */
const suggested = {
  enable: 'Enable it first.',
  follow_up: 'Create a ticket with `followUpOfId` instead.',
  reindex: 'Index it again with `POST /knowledge/sources/{id}/reindex`.',
  update: 'Set its `status` to `ready` first.',
};

/**
 * Returns the error for a change that the present status does not allow. `allowed` lists the statuses that can follow
 * it, or those in which the action is possible.
 */
export function invalidTransition(
  details: ErrorDetails<'SVC-INVALID-TRANSITION'> & { suggestion?: keyof typeof suggested },
): ServiceError {
  const { resource, from, to, action = 'update', allowed, suggestion } = details;
  const [change, possible] =
    to === undefined
      ? [`the action \`${action}\` is not possible`, 'It is possible in the status']
      : [`its status cannot become \`${to}\``, 'It can become'];
  const sentences = [
    `The \`${resource}\` is \`${from}\`, so ${change}.`,
    ...(allowed.length > 0
      ? [`${possible} ${allowed.map((one) => `\`${one}\``).join(', ')}.`]
      : []),
    ...(suggestion ? [suggested[suggestion]] : []),
  ];
  return new ServiceError('SVC-INVALID-TRANSITION', details, { message: sentences.join(' ') });
}

/** The maximum number of keys of each kind that the message about the values of a template names. */
const namedKeys = 10;

/** Returns the error for values that do not fit a template. Its message names them. */
export function unfitValues(details: ErrorDetails<'SVC-TEMPLATE-PARAMS'>): ServiceError {
  const { missing, unexpected, empty, tooLong, spacing } = details;
  const spaced = 'with a line break, a tab or five spaces in a row';
  const ofValues = { blank: empty, 'too long': tooLong, [spaced]: spacing };
  const wrong = Object.entries({ missing, unexpected, ...ofValues });
  const named = wrong.flatMap(([what, keys]) => {
    if (keys.length === 0) return [];
    const more = keys.length > namedKeys ? ` and ${keys.length - namedKeys} more` : '';
    return [`${what}: ${keys.slice(0, namedKeys).join(', ')}${more}`];
  });
  const message = `The values do not match the template (${named.join('; ')}). See \`details\`.`;
  return new ServiceError('SVC-TEMPLATE-PARAMS', details, { message });
}

/** The statuses that may follow each status. */
export type Transitions<Status extends string> = Readonly<Record<Status, readonly Status[]>>;

/**
 * Throws SVC-INVALID-TRANSITION unless the status stays the same or the table allows the change. `suggestion` names an
 * action that may help instead.
 */
export function checkTransition<Status extends string>(
  resource: IdKind,
  transitions: Transitions<Status>,
  { id, status: from }: { readonly id: string; readonly status: Status },
  to: Status,
  suggestion?: keyof typeof suggested,
): void {
  const allowed = [...transitions[from]];
  if (to === from || allowed.includes(to)) return;
  throw invalidTransition({ resource, id, from, to, allowed, ...(suggestion && { suggestion }) });
}

/** The maximum number of issues that the message of a refused item names. */
const namedIssues = 3;

/**
 * Returns the result for an item of a batch that was refused. Its message names the invalid fields, because programs
 * often keep only the message. Throws any other error again, so that the whole batch fails.
 */
export function refusedItem(error: unknown) {
  if (!(error instanceof ServiceError) || error.status >= 500) throw error;
  const refused = toErrorResponse(error).body.error;
  const { issues = [] } = refused.details as { issues?: readonly ValidationIssue[] };
  const named = issues.slice(0, namedIssues).map(({ path, message }) => `\`${path}\` ${message}`);
  const message = named.length > 0 ? `The item is invalid: ${named.join('; ')}.` : refused.message;
  return { status: 'error', error: { ...refused, message } } as const;
}

/** Applies the items of a batch in their order. An item that is refused does not stop the others. */
export function putEach<Item, Done>(items: readonly Item[], put: (item: Item) => Done) {
  return items.map((item) => {
    try {
      return put(item);
    } catch (error) {
      return refusedItem(error);
    }
  });
}
