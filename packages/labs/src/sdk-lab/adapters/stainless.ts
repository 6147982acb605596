import { type Adapter, type ClientOptions, given, load, secretText } from '../adapter.ts';
import { standardWebhooks } from './webhook-schemes.ts';

// OpenAI and Anthropic: two SDKs made by the same generator.

type ListOf = (query: object) => AsyncIterable<{ id: string }>;

interface OpenAiSdk {
  default: new (
    options: object,
  ) => {
    models: { retrieve(id: string, options: object): Promise<unknown> };
    responses: { create(body: object, options: object): Promise<unknown> };
    files: { list: ListOf };
    webhooks: { unwrap(body: unknown, headers: unknown, secret: string): Promise<unknown> };
  };
}

interface AnthropicSdk {
  default: new (
    options: object,
  ) => {
    models: {
      retrieve(id: string, query: object, options: object): Promise<unknown>;
      list: ListOf;
    };
    messages: { create(body: object, options: object): Promise<unknown> };
    beta: { webhooks: { unwrap(body: unknown, options: object): unknown } };
  };
}

export const openai: Adapter = {
  package: 'openai',
  hasSignal: true,
  async open(options) {
    const { default: OpenAI } = await load<OpenAiSdk>('openai');
    const client = new OpenAI(optionsOf(options));
    const body = { model: 'lab', input: secretText };
    return {
      raw: client,
      get: (signal) => client.models.retrieve('lab', given({ signal })),
      post: (signal) => client.responses.create(body, given({ signal })),
      list: (cursor) => client.files.list(given({ after: cursor })),
    };
  },
  pages: {
    cursorParameter: 'after',
    render: ({ items, next }) => ({
      body: { object: 'list', data: items, has_more: next !== null, last_id: next },
    }),
  },
  webhooks: {
    ...standardWebhooks,
    async verifier() {
      const { default: OpenAI } = await load<OpenAiSdk>('openai');
      const { webhooks } = new OpenAI({ apiKey: 'lab' });
      return (body, headers, [secret = '']) => webhooks.unwrap(body, headers, secret);
    },
  },
};

export const anthropic: Adapter = {
  package: '@anthropic-ai/sdk',
  hasSignal: true,
  async open(options) {
    const { default: Anthropic } = await load<AnthropicSdk>('@anthropic-ai/sdk');
    const client = new Anthropic(optionsOf(options));
    const messages = [{ role: 'user', content: secretText }];
    const body = { model: 'lab', max_tokens: 16, messages };
    return {
      raw: client,
      get: (signal) => client.models.retrieve('lab', {}, given({ signal })),
      post: (signal) => client.messages.create(body, given({ signal })),
      list: (cursor) => client.models.list(given({ after_id: cursor })),
    };
  },
  pages: {
    cursorParameter: 'after_id',
    render: ({ items, next }) => ({
      body: { data: items, has_more: next !== null, first_id: null, last_id: next },
    }),
  },
  webhooks: {
    ...standardWebhooks,
    async verifier() {
      const { default: Anthropic } = await load<AnthropicSdk>('@anthropic-ai/sdk');
      const { webhooks } = new Anthropic({ apiKey: 'lab' }).beta;
      return (body, headers, [key = '']) => webhooks.unwrap(body, { headers, key });
    },
  },
};

function optionsOf({ baseUrl, apiKey, timeoutMs, retries, log, fetch }: ClientOptions): object {
  return given({
    baseURL: baseUrl,
    apiKey,
    timeout: timeoutMs,
    maxRetries: retries === false ? 0 : undefined,
    logger: log && { error: log, warn: log, info: log, debug: log },
    logLevel: log && 'debug',
    fetch,
  });
}
