import * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import { idempotencyHeaders } from './idempotency.ts';
import { type IdKind, idInput, idParams } from './ids.ts';
import type { RouteMetadata } from './routes.ts';

/**
 * Returns a function per verb that makes a route of one kind of record. Summary and schemas are arguments, and so
 * are the error codes that do not follow from the shape of the route. Anything else is overridden in place:
 *
 *     const routes = resourceRoutes('/channels', 'channel', channel);
 *     export const channelsRoutes = {
 *       get: routes.get('Get a channel'),
 *       delete: { ...routes.delete('Delete a channel'), description: 'The channel is archived.' },
 *     };
 */
export function resourceRoutes<const Path extends string, Item extends z.ZodType>(
  path: Path,
  kind: IdKind,
  record: Item,
) {
  const ofAll: RouteMetadata = {};
  return {
    /** `GET /xs`: lists the records. */
    list: <Query extends z.ZodObject, Page extends z.ZodType>(
      summary: string,
      query: Query,
      page: Page,
    ) => ({ path, ...listing(summary, query, page, ofAll) }) as const,

    /** `POST /xs`: creates a record. */
    create: <Body extends z.ZodType>(summary: string, body: Body, ...errors: ErrorCode[]) =>
      ({ path, ...creation(summary, body, record, { creates: kind, errors }) }) as const,

    ...routesOnOne(`${path}/:id` as const, idParams(kind), record, { resource: kind }),
  };
}

/**
 * Returns the same functions as `resourceRoutes`, for records that belong to another record:
 * `/channels/:id/templates/:templateId`. `path` ends with the name of the records, and its `:id` names a record of the
 * kind `owner`.
 */
export function ownedRoutes<
  const Path extends string,
  const Kind extends IdKind,
  Item extends z.ZodType,
>(path: Path, owner: IdKind, kind: Kind, record: Item) {
  const all = { path, pathParams: idParams(owner) } as const;
  // TypeScript does not know the name of a computed key: these are the two IDs of the path.
  const ids = { id: idInput(owner), [`${kind}Id`]: idInput(kind) } as {
    [Name in 'id' | `${Kind}Id`]: z.ZodString;
  };
  return {
    /** `GET /xs/{id}/ys`: lists the records of one owner. */
    list: <Query extends z.ZodObject, Page extends z.ZodType>(
      summary: string,
      query: Query,
      page: Page,
    ) => ({ ...all, ...listing(summary, query, page, { resource: owner }) }) as const,

    /** `POST /xs/{id}/ys`: creates a record of one owner. */
    create: <Body extends z.ZodType>(summary: string, body: Body, ...errors: ErrorCode[]) =>
      ({
        ...all,
        ...creation(summary, body, record, { resource: owner, creates: kind, errors }),
      }) as const,

    ...routesOnOne(`${path}/:${kind}Id` as const, z.object(ids), record, { resource: kind, owner }),
  };
}

function listing<Query extends z.ZodObject, Page extends z.ZodType>(
  summary: string,
  query: Query,
  page: Page,
  metadata: RouteMetadata,
) {
  return { method: 'GET', summary, query, responses: { 200: page }, metadata } as const;
}

function creation<Body extends z.ZodType, Item extends z.ZodType>(
  summary: string,
  body: Body,
  record: Item,
  metadata: RouteMetadata,
) {
  return {
    method: 'POST',
    summary,
    headers: idempotencyHeaders,
    body,
    responses: { 201: record },
    metadata,
  } as const;
}

function routesOnOne<const Path extends string, Params extends z.ZodObject, Item extends z.ZodType>(
  path: Path,
  pathParams: Params,
  record: Item,
  named: RouteMetadata,
) {
  const one = { path, pathParams } as const;
  const ofOne = (errors: readonly ErrorCode[]): RouteMetadata => ({ ...named, errors });

  return {
    /** `GET /xs/{id}`: returns one record. */
    get: (summary: string) =>
      ({
        ...one,
        method: 'GET',
        summary,
        responses: { 200: record },
        metadata: ofOne([]),
      }) as const,

    /** `PATCH /xs/{id}`: updates one record. */
    update: <Body extends z.ZodType>(summary: string, body: Body, ...errors: ErrorCode[]) =>
      ({
        ...one,
        method: 'PATCH',
        summary,
        body,
        responses: { 200: record },
        metadata: ofOne(errors),
      }) as const,

    /** `DELETE /xs/{id}`: deletes one record. */
    delete: (summary: string, ...errors: ErrorCode[]) =>
      ({
        ...one,
        method: 'DELETE',
        summary,
        responses: { 204: z.undefined() },
        metadata: ofOne(errors),
      }) as const,

    /** `POST /xs/{id}/name`: an action on one record, without a body. */
    action: <const Name extends string>(name: Name, summary: string, ...errors: ErrorCode[]) =>
      ({
        ...one,
        method: 'POST',
        path: `${path}/${name}` as const,
        summary,
        headers: idempotencyHeaders,
        body: z.object({}).optional(),
        responses: { 200: record },
        metadata: ofOne(errors),
      }) as const,

    /** `GET /xs/{id}/name`: lists records of another kind that belong to one record. */
    listOf: <const Name extends string, Query extends z.ZodObject, Page extends z.ZodType>(
      name: Name,
      summary: string,
      query: Query,
      page: Page,
    ) =>
      ({
        ...one,
        path: `${path}/${name}` as const,
        ...listing(summary, query, page, ofOne([])),
      }) as const,
  };
}
