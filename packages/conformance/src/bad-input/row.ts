import type { ErrorCode, ValidationIssue } from '@parley/contract';
import { preparedRequest } from '../fixtures.ts';
import { type Answer, type Query, send } from '../http.ts';
import { type EndpointName, routeNamed } from '../routes.ts';
import type { Scene } from '../scene.ts';

export type IssueRow = readonly [ValidationIssue['in'], string, ValidationIssue['code']];

export interface BadInput {
  title: string;
  code: ErrorCode;
  /** All issues that the error must list. */
  issues?: readonly IssueRow[];
  /** Details that the error must have; it may have more. */
  details?: Readonly<Record<string, unknown>>;
  /**
   * Whether the request needs no records other than those of a valid request, so that many cases can share a tenant.
   */
  sharesTenant?: true;
  send(scene: Scene): Promise<Answer>;
}

type Fields = Readonly<Record<string, unknown>>;

/** An issue of a request: its path and code, or only the code if the request has a single wrong field. */
type Issue = readonly [string, ValidationIssue['code']] | ValidationIssue['code'];

/** Returns a valid body with these fields replaced; undefined removes a field. */
export function badField(
  name: EndpointName,
  title: string,
  fields: Fields,
  ...issues: readonly Issue[]
): BadInput {
  return {
    title: `${name} with ${title}`,
    code: 'SVC-VALIDATION',
    issues: rowsOf('body', fields, issues),
    sharesTenant: true,
    send: async (scene) => {
      const request = await preparedRequest(scene, name);
      return scene.call(name, { ...request, body: { ...(request.body as object), ...fields } });
    },
  };
}

type FieldRow = readonly [title: string, fields: Fields, ...issues: readonly Issue[]];

/** Returns the rows of `badField` for one endpoint. */
export function badFields(name: EndpointName, rows: readonly FieldRow[]): BadInput[] {
  return rows.map((row) => badField(name, ...row));
}

/** Returns a list request with this query. */
export function badQuery(name: EndpointName, query: Query, ...issues: readonly Issue[]): BadInput {
  const text = new URLSearchParams(query as Record<string, string>).toString();
  return {
    title: `${name} with ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`,
    code: 'SVC-VALIDATION',
    issues: rowsOf('query', query, issues),
    sharesTenant: true,
    send: async (scene) => scene.call(name, { ...(await preparedRequest(scene, name)), query }),
  };
}

function rowsOf(place: IssueRow[0], fields: object, issues: readonly Issue[]): IssueRow[] {
  const [field = '', ...others] = Object.keys(fields);
  return issues.map((issue) => {
    if (typeof issue !== 'string') return [place, ...issue];
    if (others.length > 0) throw new Error(`name the field of ${issue}: ${Object.keys(fields)}`);
    return [place, field, issue];
  });
}

/** Sends a body that `JSON.stringify` would not write. */
export async function sendText(scene: Scene, name: EndpointName, text: string): Promise<Answer> {
  const route = routeNamed(name);
  return send(scene.target.baseUrl, {
    method: route.method,
    path: route.path,
    key: scene.tenant.apiKey,
    headers: { 'content-type': 'application/json' },
    raw: text,
  });
}
