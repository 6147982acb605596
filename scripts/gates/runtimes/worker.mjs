// Bundled, and run by workerd.
import * as sdk from '@parley/sdk';
import * as validation from '@parley/sdk/validate';
import * as webhooks from '@parley/sdk/webhooks';
import { smoke } from './smoke.mjs';

export const worker = {
  async fetch(request) {
    const { baseUrl, apiKey } = Object.fromEntries(new URL(request.url).searchParams);
    return Response.json(await smoke({ sdk, webhooks, validation, baseUrl, apiKey }));
  },
};
export { worker as default };
