// Bundled, and run in a page.
import * as sdk from '@parley/sdk';
import * as validation from '@parley/sdk/validate';
import * as webhooks from '@parley/sdk/webhooks';
import { smoke } from './smoke.mjs';

const apiKey = 'prl_live_browser';
const options = { baseUrl: location.origin, apiKey, isBrowser: true };
globalThis.failed = smoke({ sdk, webhooks, validation, ...options });
