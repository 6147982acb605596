import type { CreateTemplateBody, createTemplateBody, TemplateRecord } from '@parley/contract';
import type * as z from 'zod';
import { aChannel, type Scene, unique } from '../scene.ts';

export type TemplateBody = z.input<typeof createTemplateBody>;

/** Returns the body of a new template with one variable. Its name is different on every call. */
export function aTemplateBody(fields: Partial<CreateTemplateBody> = {}): TemplateBody {
  return {
    name: unique('template').replaceAll('-', '_'),
    language: 'en_US',
    category: 'utility',
    components: [{ type: 'body', text: 'Hello {{1}}' }],
    examples: { 1: 'Ana' },
    ...fields,
  };
}

/** Changes the category of an approved template to `marketing`. */
export async function becomesMarketing(
  { api }: Scene,
  { id: templateId, channelId: id }: TemplateRecord,
): Promise<void> {
  const { components, examples } = aTemplateBody();
  const body = { category: 'marketing', components, examples } as const;
  await api.templates.update({ params: { id, templateId }, body });
}

export async function aTemplate(
  scene: Scene,
  fields: Partial<CreateTemplateBody> = {},
  channelId?: string,
): Promise<TemplateRecord> {
  const id = channelId ?? (await aChannel(scene)).id;
  return await scene.api.templates.create({ params: { id }, body: aTemplateBody(fields) });
}
