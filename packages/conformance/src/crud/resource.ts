import { contract, type IdKind, idPrefixes, wordsOfName } from '@parley/contract';
import type * as z from 'zod';
import type { Query } from '../http.ts';
import { type EndpointName, type Route, routeNamed, routes } from '../routes.ts';
import { createScene, type Scene } from '../scene.ts';
import type { Target } from '../target.ts';
import type { AnyRecord, CrudCase, CrudNoun } from './crud-case.ts';

interface AnyResource {
  list(request: OfOwner & { query: Query }): Promise<{ data: AnyRecord[] }>;
  create(request: OfOwner & { body: object }): Promise<AnyRecord>;
  get(request: { params: { id: string } }): Promise<AnyRecord>;
  update(request: { params: { id: string }; body: object }): Promise<AnyRecord>;
  delete(request: { params: { id: string } }): Promise<unknown>;
}

/** Names the record that the records belong to; empty for others. */
interface OfOwner {
  readonly params?: { readonly id: string };
}

/** The records of a resource in a separate tenant. */
export interface Resource {
  readonly scene: Scene;
  create(body: object): Promise<AnyRecord>;
  get(id: string): Promise<AnyRecord>;
  /** Returns a record with the fields that only `get` shows. */
  read(id: string): Promise<AnyRecord>;
  update(id: string, body: object): Promise<AnyRecord>;
  remove(id: string): Promise<unknown>;
  list(query?: Query): Promise<AnyRecord[]>;
}

/** Creates a resource in a new tenant. Its lists leave out the records that every new tenant has. */
export async function aResource<Noun extends CrudNoun>(
  target: Target,
  noun: Noun,
  { owner }: Pick<CrudCase<Noun>, 'owner'>,
): Promise<Resource> {
  const scene = await createScene(target);
  const ofOwner = owner ? { params: { id: (await owner(scene)).id } } : {};
  const resource = resourceOf(scene, noun, ofOwner);
  if (!given.has(noun)) return resource;
  const own = new Set((await resource.list()).map(({ id }) => id));
  const list = async (query?: Query) =>
    (await resource.list(query)).filter(({ id }) => !own.has(id));
  return { ...resource, list };
}

/** The resources of which every new tenant has records. */
const given: ReadonlySet<CrudNoun> = new Set(['pipelines'] as const);

export function resourceOf(scene: Scene, noun: CrudNoun, ofOwner: OfOwner = {}): Resource {
  // Every CrudNoun has these endpoints; `delete` is called only for resources that have it.
  const own = scene.api[noun];
  const list = Reflect.get(own, endpointOf(noun, 'list'));
  const create = Reflect.get(own, endpointOf(noun, 'create'));
  const api = { ...own, list, create } as unknown as AnyResource;
  return {
    scene,
    // Fields such as a secret appear only in this response.
    create: async (body) => pick(await api.create({ ...ofOwner, body }), sharedFields(noun)),
    get: async (id) => pick(await api.get({ params: { id } }), sharedFields(noun)),
    read: (id) => api.get({ params: { id } }),
    update: (id, body) => api.update({ params: { id }, body }),
    remove: (id) => api.delete({ params: { id } }),
    list: async (query = {}) => (await api.list({ ...ofOwner, query })).data,
  };
}

/** The facts that the contract declares about a resource. */
export interface NounFacts {
  readonly kind: IdKind;
  /** The name of the resource in words, such as `knowledge faq`. */
  readonly words: string;
  readonly prefix: string;
  readonly hasDelete: boolean;
  /** Returns whether an update may have a field, with this value. */
  canChange(field: string, value?: unknown): boolean;
  /** The names of the list's parameters. */
  readonly parameters: readonly string[];
  /** Returns whether a parameter accepts a value. */
  takes(parameter: string, value: unknown): boolean;
}

export function factsOf(noun: CrudNoun): NounFacts {
  const kind = route(noun, 'get').resource as IdKind;
  // The body of a change is an object, and every list has a query.
  const { shape: fields } = route(noun, 'update').body as z.ZodObject;
  const { shape: parameters } = route(noun, 'list').query as z.ZodObject;
  const takes = (schema: unknown, value: unknown) => (schema as z.ZodType).safeParse(value).success;
  return {
    kind,
    words: wordsOfName(kind),
    prefix: idPrefixes[kind],
    hasDelete: routes.some(({ name }) => name === `${noun}.delete`),
    canChange: (field, value) =>
      field in fields && (value === undefined || takes(fields[field], value)),
    parameters: Object.keys(parameters),
    takes: (parameter, value) => takes(parameters[parameter], value),
  };
}

export function pick<Record extends object>(record: Record, names: readonly string[]): Record {
  const entries = Object.entries(record).filter(([name]) => names.includes(name));
  // The entries of the record whose fields are among the names.
  return Object.fromEntries(entries) as Record;
}

export function omit(record: object, ...names: string[]): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** Returns the fields that every response of the resource shows. */
function sharedFields(noun: CrudNoun): string[] {
  const fieldsOf = (endpoint: string, status: number) => {
    const schema = route(noun, endpoint).responses[status];
    return Object.keys((schema as z.ZodObject).shape);
  };
  const read = fieldsOf('update', 200);
  return fieldsOf('create', 201).filter((field) => read.includes(field));
}

function route(noun: CrudNoun, verb: string): Route {
  return routeNamed(`${noun}.${endpointOf(noun, verb)}` as EndpointName);
}

/** Returns the name of an endpoint: `create`, or the first one such as `createOnContact`. */
function endpointOf(noun: CrudNoun, verb: string): string {
  const isWanted = new RegExp(`^${verb}(O[fn][A-Z].*)?$`);
  return Object.keys(contract[noun]).find((name) => isWanted.test(name)) ?? verb;
}
