import { type Contract, contract } from '@parley/contract';
import type * as z from 'zod';
import type { AnyRequest } from '../client.ts';
import type { PreparedList, ReferenceFixture, RequestFixture } from '../fixture.ts';
import type { Scene } from '../scene.ts';

/** The bodies of new and of changed records, for a resource with the endpoints `create` and `update`. */
type Bodies<Endpoints> = {
  [Name in keyof Endpoints & ('create' | 'update')]: () => Endpoints[Name] extends {
    body: infer Schema extends z.ZodType;
  }
    ? z.input<Schema>
    : never;
};

type Make = (scene: Scene) => Promise<{ readonly id: string }>;
type OnOne = (scene: Scene) => Promise<{ params: { id: string } }>;

/**
 * Returns the fixtures of the endpoints that list, create, read, change and delete the records of a resource. Spread
 * them, and add or replace others.
 */
export function crudFixtures<Noun extends keyof Contract>(
  noun: Noun,
  bodies: NoInfer<Bodies<Contract[Noun]>>,
) {
  // Without `update`, the resource has no such endpoint, so the function is not called.
  const { create, update } = bodies as unknown as { create(): object; update(): object };
  async function make({ api }: Scene): Promise<{ id: string }> {
    // `create` returns a body of this endpoint.
    const { create: send } = api[noun] as unknown as Creating;
    return await send({ body: create() });
  }
  const onOne = on(make);
  const requests = {
    list: () => ({}),
    create: () => ({ body: create() }),
    get: onOne,
    update: bodyOn(onOne, () => update()),
    delete: onOne,
  } satisfies Readonly<Record<string, RequestFixture>>;
  const own = Object.entries(requests).filter(([endpoint]) => endpoint in contract[noun]);
  return {
    onOne,
    // The requests to the endpoints that the resource has.
    requests: Object.fromEntries(own) as Pick<
      typeof requests,
      keyof typeof requests & keyof Contract[Noun]
    >,
    lists: { list: make },
  };
}

interface Creating {
  create(request: { body: object }): Promise<{ id: string }>;
}

const onOnes = new WeakMap<Make, OnOne>();

/** Returns a request whose path names a record that `make` creates: the same function for the same `make`. */
export function on(make: Make): OnOne {
  const onOne: OnOne =
    onOnes.get(make) ?? (async (scene) => ({ params: { id: (await make(scene)).id } }));
  onOnes.set(make, onOne);
  return onOne;
}

/** A request that is about a record, and its body if it has one. */
interface RequestParts {
  /** Creates the record: the same function for all requests on such a record. */
  readonly record: RequestFixture;
  readonly body?: () => object;
}

const partsOfBoth = new WeakMap<RequestFixture, RequestParts>();

/** Returns the same request with a body. */
export function bodyOn<Request extends AnyRequest>(
  request: (scene: Scene) => Promise<Request>,
  body: () => object,
) {
  const both = async (scene: Scene) => ({ ...(await request(scene)), body: body() });
  partsOfBoth.set(both, { record: request, body });
  return both;
}

export function partsOf(request: RequestFixture): RequestParts {
  return partsOfBoth.get(request) ?? { record: request };
}

/** Returns how to add records to a list whose path names another record. */
export function listOn<Request extends AnyRequest>(
  request: (scene: Scene) => Promise<Request>,
  insert: (scene: Scene, request: Request, index: number) => Promise<unknown>,
): PreparedList {
  return {
    prepare: async (scene) => {
      const prepared = await request(scene);
      return { request: prepared, insert: (index) => insert(scene, prepared, index) };
    },
  };
}

/** Returns how to create a record that a field of a body may name. */
export function refersTo(
  resource: string,
  make: (scene: Scene) => Promise<{ readonly id: string }>,
): ReferenceFixture {
  return { resource, make: async (scene) => (await make(scene)).id };
}
