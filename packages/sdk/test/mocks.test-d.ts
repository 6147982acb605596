// Checked by tsc, never run: the generated types of the mocks equal those of the contract.
import type { contract } from '@parley/contract';
import type { Endpoints } from '@parley/msw';
import type * as z from 'zod';
import type { Alike, Plain, Same } from './same.ts';

// The bytes of a file have no schema.
type Contract = Omit<typeof contract, 'media' | 'contactImports' | 'contacts'> & {
  media: Omit<(typeof contract)['media'], 'upload' | 'download'>;
  contactImports: Omit<(typeof contract)['contactImports'], 'create'>;
  contacts: Omit<(typeof contract)['contacts'], 'export'>;
};

/** A part of a request after the contract has parsed it. */
type Parsed<Route, Part extends string> =
  Route extends Readonly<Record<Part, infer Schema extends z.ZodType>>
    ? z.output<Schema>
    : undefined;

type Responses<Route> = Route extends { readonly responses: infer All } ? All : never;
type Success<Route> = Extract<keyof Responses<Route>, 200 | 201 | 202 | 204>;
type Answer<Route> = Responses<Route>[Success<Route>] extends infer Schema extends z.ZodType
  ? z.input<Schema>
  : never;

type SameShape<A, B> = Same<Alike<Plain<A>>, Alike<Plain<B>>>;

/** Without the kinds of message that only exist to be refused. */
type Accepted<Body> = Body extends { providerContent: unknown }
  ? Body
  : Body extends { type: infer Type }
    ? 'order' extends Type
      ? never
      : Body
    : Body;

interface Expected<Route> {
  params: Parsed<Route, 'pathParams'>;
  query: Parsed<Route, 'query'>;
  body: Accepted<Parsed<Route, 'body'>>;
  status: Success<Route>;
  answer: Answer<Route>;
}

type Differences = {
  [Noun in keyof Contract]: {
    [Name in keyof Contract[Noun]]: Noun extends keyof Endpoints
      ? Name extends keyof Endpoints[Noun]
        ? {
            [Part in keyof Expected<unknown>]: Part extends keyof Endpoints[Noun][Name]
              ? SameShape<
                  Endpoints[Noun][Name][Part],
                  Expected<Contract[Noun][Name]>[Part]
                > extends true
                ? never
                : Part
              : Part;
          }[keyof Expected<unknown>]
        : 'missing'
      : 'missing';
  }[keyof Contract[Noun]];
};

// Reads `Type '"body"' is not assignable to type 'never'` where a part of an endpoint differs.
export const none = (differences: Differences): Record<keyof Contract, never> => differences;

type Nouns = { [Noun in keyof Endpoints]: { [Name in keyof Endpoints[Noun]]: unknown } };
export const noOthers = (
  all: {
    [Noun in keyof typeof contract]: { [Name in keyof (typeof contract)[Noun]]: unknown };
  },
): Nouns => all;
