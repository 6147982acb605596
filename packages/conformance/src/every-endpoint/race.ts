import type { AnyRequest } from '../client.ts';
import { validRequest } from '../fixtures.ts';
import { type Answer, send } from '../http.ts';
import { type EndpointName, type Route, routeNamed, routesOnOneRecord } from '../routes.ts';
import type { Scene } from '../scene.ts';
import type { Target } from '../target.ts';

/** Requests that are ready to be sent at the same moment. */
export interface Race {
  /** Sends one of the requests. */
  send(place: number): Promise<void>;
  /** Returns the last response to a request, if any, without values that differ between records. */
  answer(place: number): unknown;
  /** Returns the final state, without values that differ between records. */
  state(): Promise<unknown>;
  /** Returns the responses and the final state, in which equal values have the same number. */
  outcome(): Promise<unknown>;
}

export interface ReadyRequest {
  readonly name: EndpointName;
  readonly request: AnyRequest;
}

/** Prepares a record for the endpoint `made`, and a request of each endpoint for that record. */
export async function prepare(
  scene: Scene,
  made: EndpointName,
  names: readonly EndpointName[],
): Promise<Race> {
  const own = await validRequest(scene, made);
  const requests = names.map(async (name) => {
    if (name === made) return { name, request: own };
    return { name, request: { ...(await knownBodyOf(scene, name)), params: own.params } };
  });
  return raceOf(scene, await Promise.all(requests), [{ name: made, request: own }]);
}

/** Returns the body of a valid request of an endpoint, if it has one. */
export async function bodyOf(scene: Scene, name: EndpointName): Promise<AnyRequest> {
  if (!routeNamed(name).body) return {};
  const { body } = await validRequest(scene, name);
  return { body };
}

const idOrTime = /\b[a-z]{3,4}_[0-9A-Z]{26}|\d{4}-\d\d-\d\dT\d\d:/;
const knownBodies = new WeakMap<Target, Map<EndpointName, AnyRequest>>();

/**
 * Returns a body like `bodyOf`. A body without IDs and times is made once for each target, because each race has a new
 * tenant.
 */
async function knownBodyOf(scene: Scene, name: EndpointName): Promise<AnyRequest> {
  const bodies = knownBodies.get(scene.target) ?? new Map<EndpointName, AnyRequest>();
  knownBodies.set(scene.target, bodies);
  const known = bodies.get(name) ?? (await bodyOf(scene, name));
  if (!idOrTime.test(JSON.stringify(known))) bodies.set(name, known);
  return known;
}

/** Returns a race of requests. The final state is that of the records of `watched`, and of those that requests create. */
export function raceOf(
  scene: Scene,
  ready: readonly ReadyRequest[],
  watched: readonly ReadyRequest[],
): Race {
  const answers: Answer[] = [];
  const stateNow = () => stateOf(scene, watched, answers);
  return {
    async send(place) {
      const { name, request } = ready[place] as ReadyRequest;
      answers[place] = await scene.call(name, request);
    },
    answer(place) {
      const answer = answers[place];
      return answer && createPlain()({ status: answer.status, json: answer.json });
    },
    state: async () => createPlain()(await stateNow()),
    async outcome() {
      const plain = createPlain();
      const seen = answers.map(({ status, json }) => plain({ status, json }));
      return { answers: seen, after: plain(await stateNow()) };
    },
  };
}

/** Returns the endpoint that reads the record of a path: `/contacts/:id` for `/contacts/:id/notes`. */
export function readerOf({ path }: Route): Route | undefined {
  const record = path.replace(/(\/:\w+)[^:]*$/, '$1');
  return routesOnOneRecord.find((route) => route.method === 'GET' && route.path === record);
}

async function stateOf(
  scene: Scene,
  watched: readonly ReadyRequest[],
  answers: readonly Answer[],
): Promise<unknown> {
  const records = watched.map(async ({ name, request: { params = {} } }) => {
    const read = readerOf(routeNamed(name));
    return {
      id: Object.values(params).at(-1),
      answer: read && (await scene.call(read.name, { params })),
    };
  });
  const created = answers.flatMap(({ headers }) => headers.get('location') ?? []);
  const additional = [...new Set(created)].map(async (path) => {
    const { baseUrl, tenant } = { ...scene, ...scene.target };
    const answer = await send(baseUrl, { method: 'GET', prefix: '', path, key: tenant.apiKey });
    return { id: path.split('/').at(-1), answer };
  });
  const seen = await Promise.all([...records, ...additional]);
  const { data } = await scene.api.events.list({ query: { limit: 100 } });
  return seen.map(({ id, answer }) => ({
    record: answer && { status: answer.status, json: answer.json },
    events: data.flatMap(({ subject, type }) => (subject.id === id ? type : [])),
  }));
}

/**
 * Returns a function that normalizes a record for comparison. Ids, secrets and unique names become numbers in order of
 * appearance; other numbers in texts, times and durations are removed.
 */
function createPlain(): (value: unknown) => unknown {
  const seen = new Map<string, number>();
  const numberOf = (text: string) => {
    const known = seen.get(text) ?? seen.size;
    seen.set(text, known);
    return `<${String.fromCharCode(97 + known)}>`;
  };
  return (value) =>
    JSON.parse(
      JSON.stringify(value, (name, item: unknown) => {
        if (/Ms$|^sequence$|^hint$/.test(name)) return 0;
        if (/^(duration|median|p90)Seconds$/.test(name) && item !== null) return 0;
        if (typeof item !== 'string') return item;
        if (name === 'invitationToken') return numberOf(item);
        return item
          .replaceAll(/token=[\w.-]+/g, 'token')
          .replaceAll(
            /\b[a-z]{3,4}_[0-9A-Z]{26}\w*|\bwhsec_[\w+/=]+|\bprl_live_\w+|\b[A-Za-z]+-\d+|^[0-9a-f]{64}$/g,
            numberOf,
          )
          .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
          .replaceAll(/\d+/g, '#');
      }),
    );
}
