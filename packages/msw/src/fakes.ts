import { type Contract, type Success, withStatus } from '@parley/contract';
import { nounFakes } from './generated/fakes.ts';
import type { Endpoint } from './router.ts';
import type { RawCall } from './script.ts';
import type { KeyRecord, Store } from './store.ts';
import type { Fakes } from './types.ts';

/** The fakes of all endpoints, by resource. TypeScript refuses an endpoint of the contract without a fake. */
const fakes: { [Noun in keyof Contract]: Fakes<Contract[Noun]> } = nounFakes;

type AnyFake = (
  input: Pick<RawCall, 'params' | 'query' | 'body'>,
  store: Store,
  key: KeyRecord,
) => unknown;

/** Returns the success of a request to an endpoint, or throws its error. */
export function runFake(
  { noun, action, statuses }: Endpoint,
  ...args: Parameters<AnyFake>
): Success | Promise<Success> {
  // The table above has an entry for every endpoint; the endpoint's schemas have checked the input.
  const fake = (fakes as unknown as Record<string, Record<string, AnyFake>>)[noun]?.[action];
  if (!fake) throw new Error(`${noun}.${action} has no fake`);
  const returned = fake(...args);
  if (!(returned instanceof Promise)) return withStatus(statuses, returned);
  return returned.then((later: unknown) => withStatus(statuses, later));
}
