import { contract } from '@parley/contract';
import { crud } from '../crud/crud.ts';
import { implement, prepared } from '../http/implement.ts';
import { tags } from './records.ts';
import { deleteTag, updateTag } from './service.ts';

export const tagsRoutes = implement(contract.tags, {
  ...crud(tags),
  update: prepared(
    ({ params, body }, ctx) => updateTag(ctx, params.id, body),
    async ({ params }, ctx) => await tags.get(ctx, params.id),
  ),
  delete: prepared(
    ({ params }, ctx) => deleteTag(ctx, params.id),
    async () => undefined,
  ),
});
