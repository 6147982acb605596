import { isSame, type TemplateDraft, violation } from '@parley/domain';
import * as z from 'zod';
import type { AppConfig } from '../../../provider-config.ts';
import type { Connection, Decided, TemplatePage, TemplateProvider } from '../adapter.ts';
import { appOf } from '../connections.ts';
import {
  type GraphAccess,
  graphDelete,
  graphGet,
  graphPost,
  graphReply,
  graphResult,
} from '../graph.ts';
import { providerFault, readAs } from '../outcomes.ts';
import type { ProviderAnswer } from '../provider-http.ts';
import { isSameOtp } from './one-time-passwords.ts';
import { uploadExample } from './template-files.ts';
import {
  categoryOf,
  graphNames,
  graphParts,
  graphTemplate,
  statusOf,
  templateOf,
} from './template-parts.ts';

// `/{business account}/message_templates` of the Graph API.

const provider = 'whatsapp_cloud';
const fields =
  'id,name,language,status,category,parameter_format,components,quality_score,rejected_reason';
/** An answer is read up to 1 MiB, and a carousel with ten cards has up to 12 kB. */
const pageSize = 25;
/**
 * The maximum number of pages of templates that are read. An account may have 250 templates, or 6,000 when it is
 * verified.
 */
const maxPages = 240;

const page = z.object({
  data: z.array(z.unknown()),
  paging: z
    .object({
      cursors: z.object({ after: z.string() }).partial().optional(),
      next: z.string().optional(),
    })
    .optional(),
});
const created = z.object({ id: z.string(), status: z.string(), category: z.string().optional() });
const exists = z.object({
  error: z.object({ code: z.literal(100), error_subcode: z.literal(2_388_024) }),
});

export function whatsappTemplates(
  accessOf: (connection: Connection) => GraphAccess,
  app: AppConfig,
): TemplateProvider {
  async function* list(connection: Connection, filter: Readonly<Record<string, string>> = {}) {
    let after = '';
    for (let read = 0; read < maxPages; read += 1) {
      const query = { fields, limit: String(pageSize), ...filter, ...(after !== '' && { after }) };
      const answer = await graphGet(accessOf(connection), pathOf(connection), query);
      const reply = graphReply(provider, answer);
      if ('refusal' in reply) {
        yield reply.refusal;
        return;
      }
      const { data, paging } = readAs(provider, page, reply.json);
      after = paging?.cursors?.after ?? '';
      const isLast = paging?.next === undefined;
      const isCut = !isLast && (after === '' || read === maxPages - 1);
      const listed = pageOf(data);
      yield isCut ? { ...listed, isComplete: false } : listed;
      if (isLast || isCut) return;
    }
  }

  /**
   * Finds the template with this name, language and content: an earlier request whose answer was lost may have created
   * it. Returns undefined when there is none.
   */
  async function findSame(
    connection: Connection,
    draft: TemplateDraft,
  ): Promise<Decided | undefined> {
    for await (const page of list(connection, { name: draft.name })) {
      if ('error' in page) return undefined;
      const found = page.templates.find(
        ({ name, language }) => name === draft.name && language === draft.language,
      );
      if (!found) continue;
      const wanted = templateOf(graphOf(draft));
      const isEqual = draft.category === 'authentication' ? isSameOtp : isSame;
      return isEqual(found.components, wanted.components) ? found : undefined;
    }
    return undefined;
  }

  return {
    list,
    async uploadExample(connection, file) {
      const { appId } = appOf(connection, app);
      if (appId === undefined) throw violation('app_id_required', 'credentials.appId');
      return await uploadExample(accessOf(connection), appId, file);
    },
    async create(connection, draft) {
      const { id: _id, status: _status, ...body } = graphOf(draft);
      const answer = await graphPost(accessOf(connection), pathOf(connection), body);
      if (isTaken(answer)) return (await findSame(connection, draft)) ?? 'exists';
      const json = graphResult(provider, answer);
      const { id, status, category } = readAs(provider, created, json);
      return {
        externalId: id,
        status: statusOf(status) ?? 'pending',
        rejectionReason: null,
        ...(category !== undefined && { category: categoryOf(category) }),
      };
    },
    async update(connection, { externalId, category: before }, draft) {
      const isMoved = draft.category !== before;
      const body = {
        ...(isMoved && { category: draft.category.toUpperCase() }),
        components: graphParts(draft),
      };
      const answer = await graphPost(accessOf(connection), `${externalId}`, body);
      graphResult(provider, answer);
      return { externalId, status: 'pending', rejectionReason: null };
    },
    async remove(connection, { name, externalId, language }) {
      const query = { name, hsm_id: `${externalId}` };
      const answer = await graphDelete(accessOf(connection), pathOf(connection), query);
      const reply = graphReply(provider, answer);
      if (!('refusal' in reply)) return;
      // If the answer to the first deletion was lost, WhatsApp refuses the second one. So only the list shows whether
      // the template is gone.
      for await (const page of list(connection, { name })) {
        const mayBeThere =
          'error' in page ||
          !page.isComplete ||
          [...page.templates, ...page.unread].some(
            (one) => one.name === name && one.language === language,
          );
        if (mayBeThere) throw providerFault(provider, reply.refusal);
      }
    },
  };
}

function pageOf(data: readonly unknown[]): TemplatePage {
  const templates = [];
  const unread = [];
  let isComplete = true;
  for (const one of data) {
    const template = graphTemplate.safeParse(one);
    const names = graphNames.safeParse(one);
    if (template.success) templates.push(templateOf(template.data));
    else if (names.success) unread.push(names.data);
    else isComplete = false;
  }
  return { templates, unread, isComplete };
}

function graphOf(draft: TemplateDraft) {
  const { name, language, category, parameterFormat } = draft;
  return graphTemplate.parse({
    id: '',
    status: 'PENDING',
    name,
    language,
    category: category.toUpperCase(),
    parameter_format: parameterFormat.toUpperCase(),
    components: graphParts(draft),
  });
}

function isTaken(answer: ProviderAnswer): boolean {
  return answer.kind === 'answered' && exists.safeParse(answer.json).success;
}

function pathOf({ channel }: Connection): string {
  return `${channel.config?.wabaId}/message_templates`;
}
