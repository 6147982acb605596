import type { Parley } from '@parley/sdk';

// #region secrets
/** The secret of an endpoint, and the old ones that still sign: at most four, as many as the SDK accepts. */
export async function secretsOf(parley: Parley, endpointId: string): Promise<string[]> {
  const { secret, previous } = await parley.webhookEndpoints.getSecret(endpointId);
  return [secret, ...previous.map((old) => old.secret)];
}
// #endregion
