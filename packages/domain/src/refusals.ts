import {
  type ErrorDetails,
  type IdKind,
  ServiceError,
  toErrorResponse,
} from '@parley/contract/schemas';

/** The error for a record that does not exist, or that belongs to another tenant. */
export function notFound(
  resource: IdKind,
  id: string,
  mergedIntoId: string | undefined = undefined,
): ServiceError {
  const merged = mergedIntoId === undefined ? {} : { mergedIntoId };
  return new ServiceError('SVC-NOT-FOUND', { resource, id, ...merged });
}

/** A value that must be unique and that another record has. */
export interface Taken {
  readonly field: string;
  /** Null when the other record is gone again. */
  readonly existingId: string | null;
}

/** The error for a value that another record of the tenant has. */
export function conflict(resource: IdKind, { field, existingId }: Taken): ServiceError {
  return new ServiceError('SVC-CONFLICT', { resource, field, existingId });
}

/** The error for a value that breaks a rule between fields or records. `message` replaces the one of the code. */
export function violation(rule: string, field: string, message?: string): ServiceError {
  return new ServiceError(
    'SVC-RULE-VIOLATION',
    { rule, field },
    message === undefined ? {} : { message },
  );
}

/** The error for a change that the present status does not allow. `allowed` lists the statuses that are possible. */
export function invalidTransition(details: ErrorDetails<'SVC-INVALID-TRANSITION'>): ServiceError {
  return new ServiceError('SVC-INVALID-TRANSITION', details);
}

/** Every status with the statuses that may follow it. */
export type Transitions<Status extends string> = Readonly<Record<Status, readonly Status[]>>;

/** Throws SVC-INVALID-TRANSITION unless the status stays or the table allows the change. `suggestion` is an action that may help. */
export function checkTransition<Status extends string>(
  resource: IdKind,
  transitions: Transitions<Status>,
  { id, status: from }: { readonly id: string; readonly status: Status },
  to: Status,
  suggestion?: string,
): void {
  const allowed = [...transitions[from]];
  if (to === from || allowed.includes(to)) return;
  throw invalidTransition({ resource, id, from, to, allowed, ...(suggestion && { suggestion }) });
}

/** The result of an item of a batch that was refused. Rethrows an error that is no refusal: it fails the whole batch. */
export function refusedItem(error: unknown) {
  if (!(error instanceof ServiceError) || error.status >= 500) throw error;
  return { status: 'error', error: toErrorResponse(error).body.error } as const;
}
