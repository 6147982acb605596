import type { RecordRules, Stored } from '@parley/domain';
import { inOrder } from '../db/in-order.ts';
import type { TenantContext } from '../tenancy/context.ts';

/** Checks a reference. Throws SVC-NOT-FOUND unless the record may be named. */
export type Check = (ctx: TenantContext, id: string, field: string) => Promise<unknown>;

/**
 * Returns a function that checks the references of a body. It throws the error of the first one that may not be set. An
 * unchanged reference stays valid, even if it could not be set now.
 */
export function referencesOf<Rec extends Stored>(
  table: string,
  { references }: Pick<RecordRules<Rec, never, never, never>, 'references'>,
  checks: Readonly<Record<string, Check | undefined>> = {},
) {
  return async (ctx: TenantContext, body: object, before?: Rec): Promise<void> => {
    await inOrder(
      Object.keys(references).map(async (field) => {
        const check = checks[field];
        if (!check) throw new Error(`${table} has no check of ${field} in its references`);
        const id = body[field as keyof typeof body] as unknown;
        if (typeof id !== 'string' || id === before?.[field as keyof Rec]) return;
        await check(ctx, id, field);
      }),
    );
  };
}
