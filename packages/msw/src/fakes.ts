import type { Contract } from '@parley/contract';
import { nounFakes } from './generated/fakes.ts';
import type { Endpoint } from './router.ts';
import type { RawCall } from './script.ts';
import type { KeyRecord, Store } from './store.ts';
import type { Fakes } from './types.ts';

/** An endpoint of the contract without a fake does not compile. */
const fakes: { [Noun in keyof Contract]: Fakes<Contract[Noun]> } = nounFakes;

type AnyFake = (
  input: Pick<RawCall, 'params' | 'query' | 'body'>,
  store: Store,
  key: KeyRecord,
) => FakeMade | Promise<FakeMade>;

interface FakeMade {
  status: number;
  body: unknown;
}

export function fakeOf({ noun, action }: Endpoint): AnyFake {
  // The table above has an entry for every endpoint; its input was checked by that endpoint's schemas.
  const fake = (fakes as unknown as Record<string, Record<string, AnyFake>>)[noun]?.[action];
  if (!fake) throw new Error(`${noun}.${action} has no fake`);
  return fake;
}
