import * as sdk from '@parley/sdk';
import * as validation from '@parley/sdk/validate';
import * as webhooks from '@parley/sdk/webhooks';
import { smoke } from './smoke.mjs';

const [baseUrl, apiKey] = process.argv.slice(2);
const failed = await smoke({ sdk, webhooks, validation, baseUrl, apiKey });
for (const what of failed) console.error(what);
process.exitCode = failed.length === 0 ? 0 : 1;
