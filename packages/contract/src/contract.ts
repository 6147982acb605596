import { errorEnvelope } from './errors.ts';
import { type Routes, routes } from './generated/routes.ts';

/** The endpoints that need a signed-in user. With an API key they answer 403 SVC-SESSION-REQUIRED. */
export const sessionOnlyRoutes = [
  {
    name: 'apiKeys.create',
    method: 'POST',
    path: '/api-keys',
    summary: 'Create an API key (console or command line only)',
  },
  {
    name: 'members.invite',
    method: 'POST',
    path: '/invitations',
    summary: 'Invite a person (console or command line only)',
  },
  {
    name: 'members.update',
    method: 'PATCH',
    path: '/members/:id',
    summary: 'Change the role of a member, or whether it is active (console only)',
  },
] as const;

/** The maximum size of a request body, in bytes. */
export const bodyLimits = { defaultBytes: 1_048_576 } as const;

const commonResponses = {
  400: errorEnvelope,
  401: errorEnvelope,
  403: errorEnvelope,
  404: errorEnvelope,
  405: errorEnvelope,
  409: errorEnvelope,
  413: errorEnvelope,
  415: errorEnvelope,
  422: errorEnvelope,
  429: errorEnvelope,
  431: errorEnvelope,
  500: errorEnvelope,
  502: errorEnvelope,
  503: errorEnvelope,
} as const;

/** Every endpoint of the public API, by resource and name: `conversations.get`. */
export type Contract = {
  [Noun in keyof Routes]: { [Name in keyof Routes[Noun]]: Endpoint<Routes[Noun][Name]> };
};

/**
 * The type of an endpoint. It has a name, because the inferred type would be written out in full in the declarations of
 * this package.
 */
type Endpoint<Route> = Omit<Route, 'responses'> & {
  responses: (Route extends { responses: infer Own } ? Own : never) & typeof commonResponses;
  strictStatusCodes: true;
};

/**
 * Every endpoint of the public API: the same value that `initContract().router` of ts-rest returns. It is not called
 * here because ts-rest contains a copy of zod 3, which every test that imports the mocks would load.
 */
export const contract = Object.fromEntries(
  Object.entries(routes).map(([noun, ofNoun]) => [noun, withCommonResponses(ofNoun)]),
) as Contract;

function withCommonResponses(ofNoun: Record<string, { responses: object }>) {
  return Object.fromEntries(
    Object.entries(ofNoun).map(([name, route]) => [
      name,
      { ...route, strictStatusCodes: true, responses: { ...commonResponses, ...route.responses } },
    ]),
  );
}
