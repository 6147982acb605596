// Written by packages/sdk/scripts/generate.ts from the contract. Do not edit.
export const routes = {
  messages: `/messages
send POST . body
list
get
listEvents GET ./:id/events
cancel POST ./:id/
retry POST ./:id/`,
  conversations: `/conversations
list
create
get
update
markRead POST ./:id/read
markUnread POST ./:id/unread
typing POST ./:id/ empty
listMessages GET ./:id/messages
sendMessage POST ./:id/messages body`,
  contacts: `/contacts
list
create
upsert POST ./ body
batch POST ./ body
merge POST ./ body
export GET ./ download query
get
update
delete
optOut POST ./:id/opt-out body
optIn POST ./:id/opt-in body
listConsents GET ./:id/consents
block POST ./:id/
unblock POST ./:id/
archive POST ./:id/
unarchive POST ./:id/
addTags POST ./:id/tags body
removeTag DELETE ./:id/tags/:name`,
  contactImports: `/contacts/imports
list
create POST . upload
get
listErrors GET ./:id/errors
cancel POST ./:id/
wait GET ./:id wait`,
  channels: `/channels
list
create
get
update
delete
verify POST ./:id/
enable POST ./:id/
disable POST ./:id/
listInboundFailures GET ./:id/inbound-failures
retryInboundFailure POST ./:id/inbound-failures/:inboundFailureId/retry
simulateInbound POST ./:id/simulate/inbound body
simulateStatus POST ./:id/simulate/status body`,
  templates: `/channels/:id/templates
list
create
get GET ./:templateId
update PATCH ./:templateId
delete DELETE ./:templateId
sync POST ./
preview POST ./:templateId/ body`,
  tickets: `/tickets
list
create
get
update
delete
listHistory GET ./:id/history`,
  apiKeys: `/api-keys
list
current GET ./
revoke POST ./:id/`,
  knowledgeSources: `/knowledge/sources
list
create
get
update
delete
reindex POST ./:id/
listChunks GET ./:id/chunks`,
  knowledgeFaqs: `/knowledge/faqs
list
create
batch POST ./ body
get
update
delete
feedback POST ./:id/ body empty`,
  webhookEndpoints: `/webhook-endpoints
list
create
get
update
delete
getSecret GET ./:id/secret
rotateSecret POST ./:id/rotate-secret body
enable POST ./:id/
disable POST ./:id/
test POST ./:id/ body
replay POST ./:id/ body
listDeliveries GET ./:id/deliveries`,
  webhookDeliveries: `/webhook-deliveries
get
redeliver POST ./:id/`,
  cannedResponses: `/canned-responses
list
create
get
update
delete`,
  customFields: `/custom-fields
list
create
get
update
delete DELETE ./:id query`,
  segments: `/segments
list
create
get
update
delete
listContacts GET ./:id/contacts`,
  tags: `/tags
list
create
get
update
delete`,
  notes: `/notes
listOfContact GET /contacts/:id/notes
createOnContact POST /contacts/:id/notes body
listOfConversation GET /conversations/:id/notes
createOnConversation POST /conversations/:id/notes body
listOfDeal GET /deals/:id/notes
createOnDeal POST /deals/:id/notes body
get
update
delete`,
  suppressions: `/suppressions
list
create
get
delete`,
  pipelines: `/pipelines
list
create
get
update
delete DELETE ./:id query
summary GET ./:id/
reorderStages POST ./:id/stages/reorder body`,
  stages: `/pipelines/:id/stages
create
get GET ./:stageId
update PATCH ./:stageId
delete DELETE ./:stageId query`,
  deals: `/deals
list
create
get
update
delete
listHistory GET ./:id/history`,
  media: `/media
upload POST . upload
get
download GET ./:id/content download
delete`,
  events: `/events
list
get`,
  eventTypes: `/event-types
all GET .`,
  tenants: `/tenants/current
current GET .
update PATCH .
limits GET ./`,
  agencyClients: `/agencies/current/clients
list
create
get
update
archive DELETE ./:id
suspend POST ./:id/ body
reactivate POST ./:id/
inviteOwner POST ./:id/invite-owner body
usage GET ./:id/ query
listGrants GET ./:id/grants
createGrant POST ./:id/grants body
getGrant GET ./:id/grants/:agencyGrantId
revokeGrant DELETE ./:id/grants/:agencyGrantId
listApiKeys GET ./:id/api-keys
issueApiKey POST ./:id/api-keys body
getApiKey GET ./:id/api-keys/:apiKeyId
revokeApiKey POST ./:id/api-keys/:apiKeyId/revoke`,
  agencyGrants: `/agency-grants
list
create
get
revoke DELETE ./:id`,
  identities: `/contacts/:id/identities
link POST . body
unlink DELETE ./:identityId`,
  ticketComments: `/tickets/:id/comments
list
create
get GET ./:ticketCommentId`,
  agencies: `/agencies/current
current GET .
update PATCH .`,
  auditLog: `/audit-log
list`,
  members: `/members
list
get`,
  reports: `/reports
messages GET ./ query
conversations GET ./ query
tickets GET ./ query
deals GET ./ query`,
};
