import {
  type CreateTemplateBody,
  type ListTemplatesQuery,
  ServiceError,
  type TemplateInput,
  type TemplateRecord,
  type TemplateStatus,
  templateStatus,
  type UpdateTemplateBody,
} from '@parley/contract/schemas';
import type { StoredChannel } from './channel-record.ts';
import { checkLive } from './channels.ts';
import { givenFields } from './fields.ts';
import { anyOf, containing } from './filters.ts';
import type { StoredMessage } from './messages.ts';
import { invalidTransition, notFound } from './refusals.ts';
import { defineRules, type Made, remaining } from './rules.ts';
import { checkDraft, type TemplateDraft } from './template-drafts.ts';
import { refuseParameters } from './template-parameters.ts';
import { buttonsOf, variablesOf } from './template-variables.ts';

// The records of templates. The provider decides about their status, and the server updates them from its reports.

type ListQuery = ListTemplatesQuery & { readonly channelId: readonly [string] };

/** A template as the provider reports it. */
export type ProviderTemplate = Omit<
  TemplateRecord,
  'id' | 'channelId' | 'syncedAt' | 'createdAt' | 'updatedAt'
>;

/** The input for a new template record of a channel. */
export interface NewTemplate {
  readonly channelId: string;
  readonly template: ProviderTemplate;
  readonly syncedAt: string | null;
}

export const templateRules = defineRules<
  TemplateRecord,
  NewTemplate,
  Partial<ProviderTemplate>,
  ListQuery
>({
  kind: 'template',
  initial: ({ channelId, template, syncedAt }, { id, at }) => ({
    id,
    channelId,
    ...template,
    syncedAt,
    createdAt: at,
    updatedAt: at,
  }),
  unique: { name: ({ channelId, name, language }) => `${channelId} ${name} ${language}` },
  hidden: ['syncedAt'],
  events: { created: 'template.created', deleted: 'template.deleted' },
  changeEvents({ status, rejectionReason, ...others }) {
    const ofStatus = givenFields({ status, rejectionReason });
    if (status === undefined) return remaining('template.updated', { ...others, ...ofStatus });
    return [
      { type: 'template.status_changed', previous: ofStatus },
      ...remaining<TemplateRecord>('template.updated', others),
    ];
  },
  filters: {
    channelId: anyOf('channelId'),
    name: anyOf('name'),
    language: anyOf('language'),
    category: anyOf('category'),
    status: anyOf('status'),
    q: containing(({ name, components }) => [
      name,
      ...components.map(({ text }) => text ?? null),
      ...buttonsOf(components).map(({ text }) => text ?? null),
    ]),
  },
  sortKeys: {},
});

/** Throws SVC-NOT-FOUND unless the template belongs to the channel. */
export function checkOwner(template: TemplateRecord, channelId: string): void {
  if (template.channelId !== channelId) throw notFound('template', template.id);
}

/** Throws SVC-INVALID-TRANSITION for a deleted channel, and SVC-CONTENT-UNSUPPORTED for a network without templates. */
export function checkHasTemplates(channel: StoredChannel, action: string): void {
  checkLive(channel, action);
  if (channel.type === 'whatsapp') return;
  throw new ServiceError('SVC-CONTENT-UNSUPPORTED', {
    channelType: channel.type,
    type: 'template',
  });
}

/** Returns whether a word of the provider is one of the statuses of this API. */
export function isTemplateStatus(word: string): word is TemplateStatus {
  return templateStatus.options.some((known) => known === word);
}

/** The statuses in which the content of a template can be changed. */
const editable: readonly TemplateStatus[] = ['approved', 'rejected', 'paused'];

/** Returns the content of a new template. Throws the errors of `checkDraft` for invalid content. */
export function newDraft(body: CreateTemplateBody): TemplateDraft {
  return checkDraft({ ...body, examples: body.examples ?? {} });
}

/**
 * Returns the new content of a template. Throws SVC-INVALID-TRANSITION if its status does not allow the change, and the
 * errors of `checkDraft`.
 */
export function changedDraft(before: TemplateRecord, body: UpdateTemplateBody): TemplateDraft {
  const { id, status: from, name, language, parameterFormat } = before;
  if (!editable.includes(from)) {
    const allowed = [...editable];
    throw invalidTransition({ resource: 'template', id, from, action: 'update', allowed });
  }
  const { category = before.category, components, examples = {} } = body;
  return checkDraft({ name, language, category, parameterFormat, components, examples });
}

/** Returns the record of a template that was submitted, with the provider's decision. */
export function submitted(
  draft: TemplateDraft,
  decided: Pick<ProviderTemplate, 'externalId' | 'status' | 'rejectionReason'> &
    Partial<Pick<ProviderTemplate, 'category'>>,
): ProviderTemplate {
  const { examples, ...content } = draft;
  const components = draft.components as TemplateRecord['components'];
  const variables = variablesOf(components, new Map(Object.entries(examples)));
  return { quality: null, ...content, components, variables, ...decided };
}

/** Returns a template whose new content was submitted. It keeps its quality and its ID at the provider. */
export function resubmitted(before: TemplateRecord, ...review: Parameters<typeof submitted>) {
  const { quality, externalId } = before;
  return { ...submitted(...review), quality, externalId };
}

/** Returns the decision of the sandbox, which reviews a template at once. */
export function sandboxReview({ name }: TemplateDraft) {
  const isRejected = name.includes('rejected');
  return {
    externalId: null,
    status: isRejected ? 'rejected' : 'approved',
    rejectionReason: isRejected ? 'invalid_format' : null,
  } as const;
}

/** Returns the templates that every WhatsApp channel of the sandbox has from the start. */
export function sandboxTemplates(): ProviderTemplate[] {
  return sandboxDrafts.map((draft) => submitted(draft, sandboxReview(draft)));
}

/** Returns the templates of the sandbox that a channel lacks. */
export function missingSandboxTemplates(known: readonly TemplateRecord[]): ProviderTemplate[] {
  const isKnown = ({ name, language }: ProviderTemplate) =>
    known.some((one) => one.name === name && one.language === language);
  return sandboxTemplates().filter((template) => !isKnown(template));
}

const sandboxDrafts: readonly TemplateDraft[] = [
  {
    name: 'order_update',
    language: 'en_US',
    category: 'utility',
    parameterFormat: 'positional',
    components: [
      { type: 'body', text: 'Hello {{1}}, your order {{2}} is on its way.' },
      { type: 'footer', text: 'Thank you for your order' },
    ],
    examples: { 1: 'Ana', 2: '1042' },
  },
  {
    name: 'spring_sale',
    language: 'en_US',
    category: 'marketing',
    parameterFormat: 'named',
    components: [
      { type: 'header', format: 'text', text: 'Our spring sale' },
      { type: 'body', text: 'Hi {{first_name}}, {{discount}} off everything until Sunday!' },
      {
        type: 'buttons',
        buttons: [
          { type: 'url', text: 'Shop now', url: 'https://shop.example.com/sale/{{1}}' },
          { type: 'quick_reply', text: 'Stop promotions' },
        ],
      },
    ],
    examples: { first_name: 'Ana', discount: '20 %', 'button.0': 'spring' },
  },
  {
    name: 'login_code',
    language: 'en_US',
    category: 'authentication',
    parameterFormat: 'positional',
    components: [
      { type: 'body', text: '{{1}} is your verification code.', addSecurityRecommendation: true },
      { type: 'footer', codeExpirationMinutes: 10 },
      { type: 'buttons', buttons: [{ type: 'otp', otpType: 'copy_code', text: 'Copy code' }] },
    ],
    examples: { 1: '123456' },
  },
];

interface KnownTemplates {
  /** The templates of the channel with this name, in all languages. */
  readonly templates: readonly TemplateRecord[] | undefined;
  /**
   * Whether the server has ever synced the channel. If not, the provider may have templates that the server does not
   * know.
   */
  readonly isComplete: boolean;
}

/** Returns the template that a message names; undefined when it is not among `templates`. */
export function templateFor(
  { templateId, name, language }: Pick<TemplateInput, 'name' | 'language' | 'templateId'>,
  templates: readonly TemplateRecord[] = [],
): TemplateRecord | undefined {
  return templates.find((one) =>
    templateId ? one.id === templateId : one.name === name && one.language === language,
  );
}

/**
 * Returns the error for a template that the channel does not have, that is not approved, or that has other variables;
 * undefined when it can be sent.
 */
export function refuseTemplate(
  input: TemplateInput,
  known: KnownTemplates,
): ServiceError | undefined {
  return refuseName(input, known) ?? refuseParameters(input, templateFor(input, known.templates));
}

/** Returns the error for a template that the channel does not have, or that is not approved; undefined for another. */
function refuseName(
  input: TemplateInput | (Pick<TemplateRecord, 'name' | 'language'> & { templateId?: undefined }),
  { templates = [], isComplete }: KnownTemplates,
): ServiceError | undefined {
  const known = templateFor(input, templates);
  if (known) {
    const { name, language, status } = known;
    if (status !== 'approved')
      return new ServiceError('SVC-TEMPLATE-NOT-APPROVED', { name, language, status });
  } else if (input.templateId !== undefined) {
    return notFound('template', input.templateId);
  } else if (isComplete) {
    const { name, language } = input;
    const availableLanguages = templates.map((one) => one.language).sort();
    return new ServiceError('SVC-TEMPLATE-NOT-FOUND', { name, language, availableLanguages });
  }
  return undefined;
}

/**
 * Returns the present category of a message that was accepted earlier, and the error if its template was deleted or is
 * no longer approved. Does not compare the values of the message again.
 */
export function presentTemplate(
  { type, category, content }: Pick<StoredMessage, 'type' | 'category' | 'content'>,
  templates: readonly TemplateRecord[] = [],
): { readonly category: string | null; readonly refused?: ServiceError | undefined } {
  const named = content?.template;
  if (type !== 'template' || !named) return { category };
  // A template that the server did not know when it accepted the message is for the provider to refuse.
  const refused = refuseName(named, { templates, isComplete: named.category !== null });
  return { category: templateFor(named, templates)?.category ?? category, refused };
}

/** Returns the record with the content that the provider now reports. */
export function withSync(
  before: TemplateRecord,
  template: ProviderTemplate,
  { at }: Pick<Made, 'at'>,
): TemplateRecord {
  return { ...before, ...template, syncedAt: at };
}

/**
 * Returns whether a request or a webhook has changed the record since a sync began. A change by an earlier sync in the
 * same millisecond does not count.
 */
export function isNewerThanSync(
  { updatedAt, syncedAt }: Pick<TemplateRecord, 'updatedAt' | 'syncedAt'>,
  startedAt: string,
): boolean {
  return updatedAt > startedAt || (updatedAt === startedAt && updatedAt !== syncedAt);
}

/** A report of a provider about a template, from a webhook. */
export interface TemplateReport
  extends Pick<TemplateRecord, 'name' | 'language'>,
    Partial<Pick<TemplateRecord, 'status' | 'rejectionReason' | 'quality' | 'category'>> {
  /**
   * Whether the content has changed too. The report does not contain the new content, so it must be read from the
   * provider.
   */
  readonly isIncomplete?: boolean;
}

/** Returns the record after a report. Only a rejected template keeps a reason. */
export function withReport(
  before: TemplateRecord,
  { isIncomplete: _content, ...report }: TemplateReport,
): TemplateRecord {
  const reason =
    report.status === undefined
      ? {}
      : { rejectionReason: report.status === 'rejected' ? (report.rejectionReason ?? null) : null };
  return { ...before, ...givenFields(report), ...reason };
}
