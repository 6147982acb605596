const sdk = require('@parley/sdk');
const validation = require('@parley/sdk/validate');
const webhooks = require('@parley/sdk/webhooks');

void main();

async function main() {
  const { smoke } = await import('./smoke.mjs');
  const [baseUrl, apiKey] = process.argv.slice(2);
  const failed = await smoke({ sdk, webhooks, validation, baseUrl, apiKey });
  for (const what of failed) console.error(what);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
