// The entry point of `@parley/sdk/validate`, and the only file that loads zod: it checks responses against the schemas
// of the contract.
import { routes, toIssues } from '@parley/contract/schemas';
import type * as z from 'zod';
import type { ResponseValidator } from './core/options.ts';

interface Route {
  method: string;
  path: string;
  responses: Readonly<Record<number, unknown>>;
}

/**
 * Validates each response with a 2xx status against the contract. If one does not match, the call fails with
 * `ResponseValidationError`, whose `details.issues` lists the fields. Accepts unknown fields, but no unknown enum
 * values, so calls to a newer server may fail. Needs zod 3.25 or newer, or zod 4.
 *
 *     const parley = new Parley({ validate: contractValidation() });
 */
export function contractValidation(): ResponseValidator {
  const schemas = new Map<string, z.ZodType>(
    Object.values(routes)
      .flatMap((endpoints) => Object.values<Route>(endpoints))
      .flatMap((route) => {
        const schema = successOf(route);
        return schema ? [[`${route.method} ${route.path}`, schema] as const] : [];
      }),
  );
  return (route, data) => {
    const result = schemas.get(route)?.safeParse(data);
    if (!result || result.success) return undefined;
    return toIssues(result.error, 'body', data).map(({ path, code, message }) => ({
      path,
      code,
      message,
    }));
  };
}

function successOf({ responses }: Route): z.ZodType | undefined {
  const [status, schema] = Object.entries(responses).find(([code]) => Number(code) < 300) ?? [];
  return status === '204' ? undefined : (schema as z.ZodType | undefined);
}
