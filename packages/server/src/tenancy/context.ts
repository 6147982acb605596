import type { Actor, Author, MemberRole } from '@parley/contract/schemas';
import { toAuthor } from '@parley/domain';
import type { Logger } from 'pino';
import type { TenantDb } from '../db/tenant-db.ts';
import type { Idempotency } from './idempotency.ts';
import type { NewId } from './new-id.ts';

/** Everything that a service may use: one tenant's data, the clock, IDs, and the actor. */
export interface TenantContext {
  readonly db: TenantDb;
  readonly actor: Actor;
  readonly log: Logger;
  /** The network address and the ID of an audited request. Undefined for jobs and the command line. */
  readonly origin?: { readonly ip: string | null; readonly requestId: string } | undefined;
  /** ID of the API key of this request; undefined for jobs and the command line. */
  readonly keyId?: string | undefined;
  /**
   * True for a tenant that had no limits when the request began: then the request needs no query for them. Otherwise it
   * is not known.
   */
  readonly isUnlimited?: boolean | undefined;
  /** The session of this request, of a member in the console; undefined for an API key, jobs and the command line. */
  readonly session?: Session | undefined;
  /**
   * The idempotency key, for handlers that declare that they record it themselves (http/implement.ts): they must write
   * the record in the transaction of the effect. Undefined for other handlers.
   */
  readonly idempotency?: Idempotency | undefined;
  /**
   * Only for handlers that record the idempotency key themselves: validates the response body before the
   * handler writes, and returns its JSON. Throws when the body breaks the contract. Validates a frozen body
   * only once.
   */
  readonly checkAnswer?: ((status: number, body: object) => string) | undefined;
  now(): Date;
  readonly newId: NewId;
}

export interface Session {
  readonly id: string;
  readonly accountId: string;
  /** The role of the member when the request began. */
  readonly role: MemberRole;
  /** The name of the member; null for a member of an agency in the tenant of a client. */
  readonly name: string | null;
}

/** Returns the actor in the form that records show. */
export function authorOf({ actor, session }: TenantContext): Author {
  return toAuthor(actor, session?.name);
}

/** Returns the `source` of what the actor creates: `inbox` for a member in the console, `api` for every other actor. */
export function sourceOf({ actor }: Pick<TenantContext, 'actor'>): 'api' | 'inbox' {
  return actor.type === 'member' ? 'inbox' : 'api';
}

type Work<T> = (ctx: TenantContext) => Promise<T>;

/** Does some work in a transaction. */
export type Transact = (ctx: TenantContext, work: Work<void>) => Promise<void>;

/**
 * Opens a transaction, or joins that of `ctx`; in the second case, an error must end the outer transaction, too. The
 * clock stands still inside, so that records and events show the same time. Name the inner context `ctx`, too: the
 * outer one must not be used inside.
 */
export async function inTransaction<T>(ctx: TenantContext, work: Work<T>): Promise<T> {
  if (ctx.db.inTransaction) return await work(ctx);
  return await ctx.db.transaction((db) => work({ ...atOneMoment(ctx), db }));
}

/**
 * Like `inTransaction`, for work whose error the caller catches: only this work is undone, and the outer transaction
 * continues.
 */
export async function inSavepoint<T>(ctx: TenantContext, work: Work<T>): Promise<T> {
  if (!ctx.db.inTransaction) return await inTransaction(ctx, work);
  return await ctx.db.savepoint((db) => work({ ...ctx, db }));
}

/** Returns the context with its clock stopped at the current time. */
export function atOneMoment(ctx: TenantContext): TenantContext {
  const nowMs = ctx.now().getTime();
  return { ...ctx, now: () => new Date(nowMs) };
}
