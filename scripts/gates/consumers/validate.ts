import { Parley, ResponseValidationError } from '@parley/sdk';
import { contractValidation } from '@parley/sdk/validate';

const parley = new Parley({
  apiKey: 'prl_live_consumer',
  validate: contractValidation(),
  fetch: async () => new Response(JSON.stringify({ data: [{ id: 5 }], nextCursor: null })),
});

void main();

async function main() {
  const result = await parley.messages.list().then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!ResponseValidationError.is(result)) throw new Error(`unexpected: ${String(result)}`);
}
