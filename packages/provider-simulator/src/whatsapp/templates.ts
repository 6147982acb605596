import * as z from 'zod';
import { graphError, missingObject, ok, refuseToken } from '../graph.ts';
import { jsonOf, type SimulatedAnswer } from '../http.ts';
import type { Account, Call, SimulatedTemplate, World } from '../world.ts';
import { listed } from './listed-template.ts';
import { type Components, components, mistakeIn } from './template-shape.ts';
import { isExample } from './uploads.ts';

// Templates belong to the business account. An account of the simulator is a number: all numbers of one owner show the
// templates of the first.

const created = z.strictObject({
  name: z.string().regex(/^[a-z0-9_]{1,512}$/),
  language: z.string().regex(/^[a-z]{2,3}(_[A-Z]{2})?$/),
  category: z.enum(['MARKETING', 'UTILITY', 'AUTHENTICATION']),
  parameter_format: z.enum(['POSITIONAL', 'NAMED']).default('POSITIONAL'),
  components,
});
/** The body of a change. The category can only change together with the content. */
const edited = created.pick({ components: true, category: true }).partial({ category: true });
const editable = new Set(['APPROVED', 'REJECTED', 'PAUSED']);
const dayMs = 86_400_000;
const maxTemplates = 250;

/** Handles /{waba-id}/message_templates and /{template-id}. */
export function templateRoute(
  world: World,
  account: Account,
  call: Call,
  templateId?: string,
): SimulatedAnswer {
  const refused = refuseToken(world, call, (holder) => holder === account.ownerId);
  if (refused) return refused;
  const answer = answerOf(world, account, call, templateId);
  return { ...answer, isLost: call.fault?.kind === 'lost_answer' };
}

function answerOf(
  world: World,
  account: Account,
  call: Call,
  templateId: string | undefined,
): SimulatedAnswer {
  if (templateId !== undefined) return edit(world, account, call, templateId);
  switch (call.method) {
    case 'GET':
      return list(account, call);
    case 'POST':
      return create(world, account, call);
    case 'DELETE':
      return remove(account, call);
    default:
      return graphError(100);
  }
}

function list({ templates }: Account, { query }: Call): SimulatedAnswer {
  const limit = Number(query.get('limit') ?? 25);
  const after = Number(query.get('after') ?? 0);
  const status = query.get('status');
  const name = query.get('name');
  const all = [...templates.values()].filter(
    (template) => (!status || template.status === status) && (!name || template.name === name),
  );
  const data = all.slice(after, after + limit).map(listed);
  const next = after + limit < all.length;
  const paging = {
    cursors: { before: String(after), after: String(after + limit) },
    ...(next && { next: `https://graph.example/?after=${after + limit}` }),
  };
  return ok({ data, ...(data.length > 0 && { paging }) });
}

function create(world: World, account: Account, call: Call): SimulatedAnswer {
  const { data, error } = created.safeParse(jsonOf(call));
  if (!data) return graphError(100, error.message, { subcode: 2_388_040 });
  const isNamed = data.parameter_format === 'NAMED';
  const mistake =
    mistakeIn(data.components, { category: data.category, isNamed }) ??
    unknownExample(world, account, data.components);
  if (mistake !== undefined) return graphError(100, mistake, { subcode: 2_388_043 });
  if (account.templates.size >= maxTemplates)
    return graphError(100, 'limit', { subcode: 2_388_019 });
  const key = `${data.name} ${data.language}`;
  if (account.templates.has(key)) return graphError(100, 'exists', { subcode: 2_388_024 });
  const template: SimulatedTemplate = { ...data, id: world.newId(''), status: 'PENDING' };
  account.templates.set(key, template);
  const { id, category, status } = template;
  review(world, account, template, data.name.includes('rejected') ? 'REJECTED' : 'APPROVED');
  return ok({ id, status, category });
}

/** Decides on a template, and reports the decision by webhook. */
export function review(
  { outbox, now }: World,
  account: Account,
  template: SimulatedTemplate,
  event: 'APPROVED' | 'REJECTED' | 'PAUSED' | 'DISABLED',
): void {
  template.status = event;
  const value = {
    event,
    // In some accounts, longer than a JavaScript integer can be exactly.
    message_template_id: Number(template.id),
    message_template_name: template.name,
    message_template_language: template.language,
    message_template_category: template.category,
    reason: event === 'REJECTED' ? 'INVALID_FORMAT' : 'NONE',
  };
  const change = { field: 'message_template_status_update', value };
  const time = Math.floor(now() / 1_000);
  outbox.add('whatsapp', account.app, { id: account.ownerId, time, changes: [change] });
}

function edit(world: World, account: Account, call: Call, id: string): SimulatedAnswer {
  const template = [...account.templates.values()].find((one) => one.id === id);
  const { data, error } = edited.safeParse(jsonOf(call));
  if (!template) return missingObject();
  if (!data) return graphError(100, error.message, { subcode: 2_388_040 });
  const { category = template.category } = data;
  const isNamed = template.parameter_format === 'NAMED';
  const mistake =
    mistakeIn(data.components, { category, isNamed }) ??
    unknownExample(world, account, data.components);
  if (mistake !== undefined) return graphError(100, mistake, { subcode: 2_388_043 });
  const isApproved = template.status === 'APPROVED';
  const isEarly = isApproved && world.now() - (template.editedMs ?? -dayMs) < dayMs;
  if (!editable.has(template.status) || isEarly || (isApproved && category !== template.category)) {
    return graphError(100, 'not editable', { subcode: 2_388_039 });
  }
  Object.assign(template, { components: data.components, category, editedMs: world.now() });
  const isRejected = template.name.includes('rejected');
  review(world, account, template, isRejected ? 'REJECTED' : 'APPROVED');
  return ok({ success: true });
}

/** Returns the mistake of a header whose example is no uploaded file of the app; undefined when there is none. */
function unknownExample(world: World, { app }: Account, parts: Components): string | undefined {
  const header = parts.find((part) => part.type === 'HEADER');
  const [handle] = header?.example?.header_handle ?? [];
  if (!header || handle === undefined) return undefined;
  return isExample(world, app, header.format, handle) ? undefined : 'header_handle';
}

function remove({ templates }: Account, { query }: Call): SimulatedAnswer {
  const name = query.get('name');
  const id = query.get('hsm_id');
  const found = [...templates].filter(
    ([, one]) => one.name === name && (id === null || one.id === id),
  );
  for (const [key] of found) templates.delete(key);
  return found.length > 0 ? ok({ success: true }) : graphError(100, 'no such template');
}
