import {
  type AgencyClientCopy,
  type CopiedResource,
  type CreateAgencyClientBody,
  type CreateCustomFieldBody,
  type CreateKnowledgeFaqBody,
  type CreatePipelineBody,
  type CreateTagBody,
  type CustomField,
  copiedResources,
  createCustomFieldBody,
  createKnowledgeFaqBody,
  createPipelineBody,
  createTagBody,
  type KnowledgeFaq,
  newStage,
  type Pipeline,
} from '@parley/contract/schemas';
import { isSame } from './fields.ts';
import { firstPipeline } from './pipelines.ts';
import type { StoredTag } from './tags.ts';

// A new client of an agency can copy records of another one. Each copy is a request to create the record: the resources
// apply their own rules and limits to it.

const nothing: AgencyClientCopy['copied'] = { pipelines: 0, tags: 0, customFields: 0, faqs: 0 };

export function newCopy({
  clientId,
  include,
}: NonNullable<CreateAgencyClientBody['copyFrom']>): AgencyClientCopy {
  const wanted = copiedResources.filter((resource) => include.includes(resource));
  const result = { copied: nothing, skipped: 0, finishedAt: null };
  return { clientId, include: wanted, status: 'pending', ...result };
}

export function endedCopy(
  before: AgencyClientCopy,
  result: Pick<AgencyClientCopy, 'status' | 'copied' | 'skipped'>,
  at: string,
): AgencyClientCopy {
  const { status, copied, skipped } = result;
  return { ...before, status, copied, skipped, finishedAt: at };
}

/** Returns the resource that is copied after this one; undefined after the last one. */
export function nextCopied(
  { include }: AgencyClientCopy,
  resource: CopiedResource | null,
): CopiedResource | undefined {
  return include[resource === null ? 0 : include.indexOf(resource) + 1];
}

/** The requests that create a copy of a record; undefined for a record that is not copied. */
export const copyOf = {
  /** Leaves out archived pipelines. */
  pipelines: (pipeline: Pipeline): CreatePipelineBody | undefined =>
    pipeline.archivedAt === null
      ? {
          ...fieldsOf<CreatePipelineBody>(createPipelineBody, pipeline),
          stages: pipeline.stages.map((stage) => fieldsOf(newStage, stage)),
        }
      : undefined,
  /** Leaves out tags that are being deleted. */
  tags: (tag: StoredTag): CreateTagBody | undefined =>
    tag.status === 'deleting' || tag.replacedById !== null
      ? undefined
      : fieldsOf(createTagBody, tag),
  customFields: (field: CustomField): CreateCustomFieldBody =>
    fieldsOf(createCustomFieldBody, field),
  /** Leaves out archived FAQs. Knowledge sources are not copied, so a copy belongs to none. */
  faqs: (faq: KnowledgeFaq): CreateKnowledgeFaqBody | undefined =>
    faq.status === 'archived'
      ? undefined
      : { ...fieldsOf<CreateKnowledgeFaqBody>(createKnowledgeFaqBody, faq), sourceId: null },
} satisfies Readonly<Record<CopiedResource, unknown>>;

/**
 * Returns whether a pipeline is the one that its tenant began with, and was never changed. The copy of a default
 * pipeline replaces it.
 */
export function isUntouchedFirst(
  pipeline: Pipeline,
  { createdAt }: { readonly createdAt: string },
): boolean {
  const stageIds = pipeline.stages.map(({ id }) => id).values();
  const made = { id: pipeline.id, at: createdAt };
  return isSame(
    pipeline,
    firstPipeline(made, () => stageIds.next().value ?? ''),
  );
}

/** Returns the fields of a record that a request to create it has. */
function fieldsOf<Body>({ shape }: { readonly shape: object }, record: object): Body {
  const fields = Object.entries(record).filter(([name]) => Object.hasOwn(shape, name));
  // The schema of the body names these fields, and the record was valid when it was written.
  return Object.fromEntries(fields) as Body;
}
