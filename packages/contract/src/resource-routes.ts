import * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import { idempotencyHeaders } from './idempotency.ts';
import { type IdKind, idParams } from './ids.ts';
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
  const one = { path: `${path}/:id` as const, pathParams: idParams(kind) };
  const ofAll: RouteMetadata = {};
  const ofOne = (errors: readonly ErrorCode[]): RouteMetadata => ({ resource: kind, errors });

  return {
    /** `GET /xs` */
    list: <Query extends z.ZodObject, Page extends z.ZodType>(
      summary: string,
      query: Query,
      page: Page,
    ) =>
      ({ method: 'GET', path, summary, query, responses: { 200: page }, metadata: ofAll }) as const,

    /** `POST /xs` */
    create: <Body extends z.ZodType>(summary: string, body: Body, ...errors: ErrorCode[]) =>
      ({
        method: 'POST',
        path,
        summary,
        headers: idempotencyHeaders,
        body,
        responses: { 201: record },
        metadata: { creates: kind, errors } as RouteMetadata,
      }) as const,

    /** `GET /xs/{id}` */
    get: (summary: string) =>
      ({
        ...one,
        method: 'GET',
        summary,
        responses: { 200: record },
        metadata: ofOne([]),
      }) as const,

    /** `PATCH /xs/{id}` */
    update: <Body extends z.ZodType>(summary: string, body: Body, ...errors: ErrorCode[]) =>
      ({
        ...one,
        method: 'PATCH',
        summary,
        body,
        responses: { 200: record },
        metadata: ofOne(errors),
      }) as const,

    /** `DELETE /xs/{id}` */
    delete: (summary: string) =>
      ({
        ...one,
        method: 'DELETE',
        summary,
        responses: { 204: z.undefined() },
        metadata: ofOne([]),
      }) as const,

    /** `POST /xs/{id}/name`, without a body. */
    action: <const Name extends string>(name: Name, summary: string, ...errors: ErrorCode[]) =>
      ({
        ...one,
        method: 'POST',
        path: `${path}/:id/${name}` as const,
        summary,
        headers: idempotencyHeaders,
        body: z.object({}).optional(),
        responses: { 200: record },
        metadata: ofOne(errors),
      }) as const,

    /** `GET /xs/{id}/name` */
    listOf: <const Name extends string, Query extends z.ZodObject, Page extends z.ZodType>(
      name: Name,
      summary: string,
      query: Query,
      page: Page,
    ) =>
      ({
        ...one,
        method: 'GET',
        path: `${path}/:id/${name}` as const,
        summary,
        query,
        responses: { 200: page },
        metadata: ofOne([]),
      }) as const,
  };
}
