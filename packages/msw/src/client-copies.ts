import type { AgencyClientCopy, CopiedResource, CreatePipelineBody } from '@parley/contract';
import { copyOf, endedCopy, isUntouchedFirst, putEach } from '@parley/domain';
import { activeGrantOf, agencyClientRecords, asAgency, tenantOf } from './agency-records.ts';
import { audit } from './audit.ts';
import { customFieldRecords } from './custom-values.ts';
import { dealRecords } from './deal-records.ts';
import { createFaq, knowledgeFaqRecords } from './knowledge-faqs.ts';
import { pipelineRecords } from './pipeline-records.ts';
import { createPipeline } from './pipelines.ts';
import type { Store } from './store.ts';
import { tagRecords } from './tags.ts';

/** Copies the setup of another client into a new one, as a job of the server does. */
export function copyLater(store: Store, clientId: string): void {
  const run = () => {
    const record = agencyClientRecords.all(store).get(clientId);
    if (record?.copy?.status !== 'pending') return;
    const client = tenantOf(store, record);
    const from = agencyClientRecords.all(store).get(record.copy.clientId);
    const grant = from && activeGrantOf(store, from);
    const isReadable = from && grant?.permissions.includes('keys');
    const copy = isReadable
      ? asAgency(store, client, activeGrantOf(store, record), () =>
          copySetup(record.copy as AgencyClientCopy, tenantOf(store, from), client),
        )
      : endedCopy(record.copy, { ...record.copy, status: 'failed' }, store.now());
    agencyClientRecords.save(store, record, { copy });
  };
  store.jobs.add({ kind: 'copy', dueMs: store.nowMs() + store.stepMs, run });
}

/** Copies records of one client of an agency into a new one. Returns the copy with its result. */
function copySetup(copy: AgencyClientCopy, source: Store, client: Store): AgencyClientCopy {
  const copied = { ...copy.copied };
  let skipped = 0;
  for (const resource of copy.include) {
    const outcomes = copiers[resource](source, client);
    copied[resource] = outcomes.filter(({ status }) => status === 'created').length;
    skipped += outcomes.length - copied[resource];
  }
  audit(client, { action: 'tenant.setup_copied', recordId: client.tenant.id });
  return endedCopy(copy, { status: 'completed', copied, skipped }, client.now());
}

type Copier = (source: Store, client: Store) => readonly { readonly status: string }[];

const copiers: Readonly<Record<CopiedResource, Copier>> = {
  pipelines: copier(pipelineRecords, copyOf.pipelines, copyPipeline),
  tags: copier(tagRecords, copyOf.tags, tagRecords.create),
  customFields: copier(customFieldRecords, copyOf.customFields, customFieldRecords.create),
  faqs: copier(knowledgeFaqRecords, copyOf.faqs, createFaq),
};

function copier<Rec, Body>(
  records: { all(store: Store): ReadonlyMap<string, Rec> },
  bodyOf: (record: Rec) => Body | undefined,
  create: (store: Store, body: Body) => unknown,
): Copier {
  return (source, client) => {
    const bodies = [...records.all(source).values()].flatMap((record) => bodyOf(record) ?? []);
    return putEach(bodies, (body) => {
      create(client, body);
      return { status: 'created' };
    });
  };
}

/** Creates a pipeline. The copy of the default pipeline replaces the one that every new tenant has. */
function copyPipeline(client: Store, body: CreatePipelineBody): void {
  const all = body.isDefault ? [...pipelineRecords.all(client).values()] : [];
  const first = all.find((pipeline) => isUntouchedFirst(pipeline, client.tenant));
  const deals = [...dealRecords.all(client).values()];
  if (first && !deals.some(({ pipelineId }) => pipelineId === first.id)) {
    // It is removed first: with it, the copy can be one pipeline more than the maximum.
    pipelineRecords.save(client, first, { isDefault: false });
    pipelineRecords.remove(client, first.id);
  }
  createPipeline(client, { ...body, isDefault: first !== undefined });
}
