import { contract } from '@parley/contract';
import { implement, prepared } from '../http/implement.ts';
import {
  findTemplate,
  listTemplates,
  previewTemplate,
  requestSync,
  submitChange,
  submitDeletion,
  submitTemplate,
  type TemplateDeps,
  writeChange,
  writeDeletion,
  writeSubmitted,
} from './service.ts';

export function templatesRoutes({ adapters, secrets, media }: TemplateDeps) {
  const deps = { adapters, secrets, media };
  return implement(contract.templates, {
    list: listTemplates,
    create: prepared(
      async ({ params, body }, ctx) => await submitTemplate(ctx, deps, params.id, body),
      async ({ params }, ctx, template) => await writeSubmitted(ctx, params.id, template),
    ),
    get: async ({ params }, ctx) => await findTemplate(ctx, params.id, params.templateId),
    update: prepared(
      async ({ params, body }, ctx) => await submitChange(ctx, deps, namesOf(params), body),
      async ({ params }, ctx, template) => await writeChange(ctx, namesOf(params), template),
    ),
    delete: prepared(
      async ({ params }, ctx) => await submitDeletion(ctx, deps, namesOf(params)),
      async ({ params }, ctx) => await writeDeletion(ctx, namesOf(params)),
    ),
    sync: async ({ params }, ctx) => await requestSync(ctx, params.id),
    preview: async ({ params, body }, ctx) => await previewTemplate(ctx, namesOf(params), body),
  });
}

function namesOf({ id, templateId }: { id: string; templateId: string }) {
  return { channelId: id, id: templateId };
}
