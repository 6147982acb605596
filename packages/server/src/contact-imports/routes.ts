import { contract } from '@parley/contract';
import { listOf } from '../crud/owned.ts';
import type { Deps } from '../deps.ts';
import { implement, prepared } from '../http/implement.ts';
import { cancelImport, contactImports, listImportErrors } from './records.ts';
import { startImport, storeContactFile } from './start.ts';

export function contactImportsRoutes({ media }: Pick<Deps, 'media'>) {
  return implement(contract.contactImports, {
    list: async ({ query }, ctx) => await contactImports.list(ctx, query),
    create: prepared(
      async ({ body, query }, ctx) => await storeContactFile(ctx, media, body, query),
      async ({ query }, ctx, checked) => await startImport(ctx, query, checked),
    ),
    get: async ({ params }, ctx) => await contactImports.get(ctx, params.id),
    listErrors: listOf(contactImports, listImportErrors),
    cancel: async ({ params }, ctx) => await cancelImport(ctx, params.id),
  });
}
