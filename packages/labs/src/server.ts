// The one door to the inside of the server. The tools prepare data and call services without HTTP, so they need more
// than the package exports.
export { KeyAdmission } from '../../server/src/api-keys/admission.ts';
export { generateKey, hashKey } from '../../server/src/api-keys/format.ts';
export { createApiKey } from '../../server/src/api-keys/service.ts';
export { contextOf } from '../../server/src/cli/context.ts';
export { readConfig } from '../../server/src/config.ts';
export { Database, sqliteFile } from '../../server/src/db/database.ts';
export { migrate } from '../../server/src/db/migrate.ts';
export { migrations } from '../../server/src/db/migrations/all.ts';
export { latest } from '../../server/src/db/sort-keys.ts';
export { SystemDb } from '../../server/src/db/system-db.ts';
export type { TenantDb } from '../../server/src/db/tenant-db.ts';
export { createDeps, createLog, type Deps } from '../../server/src/deps.ts';
export { createWorker } from '../../server/src/jobs/create-worker.ts';
export { editIndexes, type NewRecord } from '../../server/src/knowledge/edit-index.ts';
export { IndexMemo } from '../../server/src/knowledge/index-memo.ts';
export { searchFaqs, searchSources } from '../../server/src/knowledge/search.ts';
export { type KnowledgeFaqRow, knowledgeFaqsTable } from '../../server/src/knowledge-faqs/table.ts';
export { serve } from '../../server/src/main.ts';
export { sendMessage } from '../../server/src/messages/send.ts';
export { readSecrets } from '../../server/src/secrets.ts';
export type { TenantContext } from '../../server/src/tenancy/context.ts';
export { createNewId } from '../../server/src/tenancy/new-id.ts';
export { createTenant } from '../../server/src/tenants/service.ts';
export { createDeliveryWorker } from '../../server/src/webhook-endpoints/create-worker.ts';
export { createWebhookEndpoint } from '../../server/src/webhook-endpoints/service.ts';
export { webhookSecretsTable } from '../../server/src/webhook-endpoints/table.ts';
export { DeliveryWorker } from '../../server/src/webhook-endpoints/worker.ts';
