/** How a measurement uses an SDK: its client and one call. */
export interface Probe {
  package: string;
  /** The name under which the client is imported. */
  name: string;
  isDefault?: boolean;
  /** The code of a GET with the SDK's own types. */
  call: string;
  /** Names that can be imported without the client, and the entry point that exports them. */
  webhooks?: { from: string; names: string };
  errors?: { from: string; names: string };
}

export const probes: readonly Probe[] = [
  {
    package: '@parley/sdk',
    name: 'Parley',
    call: `client.messages.get('msg_1')`,
    webhooks: { from: '@parley/sdk/webhooks', names: 'verifyWebhook' },
    errors: { from: '@parley/sdk', names: 'ParleyError, RateLimitError' },
  },
  {
    package: 'stripe',
    name: 'Stripe',
    isDefault: true,
    call: `client.customers.retrieve('cus_1')`,
  },
  {
    package: 'openai',
    name: 'OpenAI',
    isDefault: true,
    call: `client.models.retrieve('lab')`,
    errors: { from: 'openai', names: 'APIError, RateLimitError' },
  },
  {
    package: '@anthropic-ai/sdk',
    name: 'Anthropic',
    isDefault: true,
    call: `client.models.retrieve('lab')`,
    errors: { from: '@anthropic-ai/sdk', names: 'APIError, RateLimitError' },
  },
  {
    package: 'octokit',
    name: 'Octokit',
    call: `client.rest.users.getAuthenticated()`,
    webhooks: { from: '@octokit/webhooks-methods', names: 'verify' },
    errors: { from: 'octokit', names: 'RequestError' },
  },
  {
    package: '@slack/web-api',
    name: 'WebClient',
    call: `client.users.info({ user: 'U1' })`,
    errors: { from: '@slack/web-api', names: 'WebAPIHTTPError' },
  },
  {
    package: 'svix',
    name: 'Svix',
    call: `client.application.get('app_1')`,
    webhooks: { from: 'svix', names: 'Webhook' },
    errors: { from: 'svix', names: 'ApiException' },
  },
  {
    package: '@notionhq/client',
    name: 'Client',
    call: `client.users.retrieve({ user_id: 'u1' })`,
    webhooks: { from: '@notionhq/client', names: 'verifyWebhookSignature' },
    errors: { from: '@notionhq/client', names: 'APIResponseError' },
  },
  {
    package: 'intercom-client',
    name: 'IntercomClient',
    call: `client.contacts.find({ contact_id: 'c1' })`,
    errors: { from: 'intercom-client', names: 'IntercomError' },
  },
  {
    package: '@messagebird/sdk',
    name: 'BirdClient',
    call: `client.email.get('em_1')`,
    errors: { from: '@messagebird/sdk', names: 'BirdAPIError' },
  },
];

export function importOf({ package: from, name, isDefault }: Probe): string {
  return isDefault ? `import ${name} from '${from}'` : `import { ${name} } from '${from}'`;
}
