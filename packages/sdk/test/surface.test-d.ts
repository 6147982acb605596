// Checked by tsc, never run: every endpoint has its method, and the generated types equal those of the contract.
import type {
  ErrorCode as ContractErrorCode,
  ErrorDetails as ContractErrorDetails,
  contract,
} from '@parley/contract';
import type * as z from 'zod';
import type * as sdk from '../src/index.ts';
import type { Alike, Plain, Same } from './same.ts';

// The bytes of a file have no schema; the types of their methods are compared below.
type Contract = Omit<typeof contract, 'media' | 'contactImports' | 'contacts'> & {
  media: Omit<(typeof contract)['media'], 'upload' | 'download'>;
  contactImports: Omit<(typeof contract)['contactImports'], 'create'>;
  contacts: Omit<(typeof contract)['contacts'], 'export'>;
};
export const upload: Same<
  Parameters<sdk.Parley['media']['upload']>,
  [
    file: sdk.FileInput,
    query?: sdk.UploadMediaQuery | undefined,
    options?: sdk.RequestOptions | undefined,
  ]
> = true;
export const importFile: Same<
  Parameters<sdk.Parley['contactImports']['create']>,
  [
    file: sdk.FileInput,
    query?: sdk.CreateContactImportQuery | undefined,
    options?: sdk.RequestOptions | undefined,
  ]
> = true;
export const exportFile: Same<
  Parameters<sdk.Parley['contacts']['export']>,
  [query?: sdk.ExportContactsQuery | undefined, options?: sdk.RequestOptions | undefined]
> = true;
export const exported: Same<
  ReturnType<sdk.Parley['contacts']['export']>,
  sdk.ParleyPromise<Blob>
> = true;
export const download: Same<
  ReturnType<sdk.Parley['media']['download']>,
  sdk.ParleyPromise<Blob>
> = true;

type Surface<C> = { [Noun in keyof C]: { [Endpoint in keyof C[Noun]]: unknown } };
export const complete = (parley: sdk.Parley): Surface<Contract> => parley;

// The result of each method equals the response of its endpoint.
type SuccessOf<Route> = Route extends { responses: infer Responses }
  ? Extract<keyof Responses, 200 | 201 | 202> extends infer Status extends keyof Responses
    ? [Status] extends [never]
      ? // biome-ignore lint/suspicious/noConfusingVoidType: what an endpoint without an answer resolves to.
        void
      : Responses[Status] extends z.ZodType
        ? z.output<Responses[Status]>
        : never
    : never
  : never;
type AnswerOf<Method> = Method extends (...args: never) => PromiseLike<infer Data> ? Data : never;
type Answers = {
  [Noun in keyof Contract]: {
    [Endpoint in keyof Contract[Noun]]: Noun extends keyof sdk.Parley
      ? Endpoint extends keyof sdk.Parley[Noun]
        ? Same<
            Alike<Plain<DataOf<AnswerOf<sdk.Parley[Noun][Endpoint]>>>>,
            Alike<Plain<SuccessOf<Contract[Noun][Endpoint]>>>
          >
        : false
      : false;
  };
};
export const answers = (
  all: Answers,
): { [Noun in keyof Contract]: { [E in keyof Contract[Noun]]: true } } => all;

/** A page without the members that are not on the wire. */
type DataOf<Data> = Data extends { next(): unknown } ? Omit<Data, 'hasNext' | 'next'> : Data;

// The parameters of each method equal the request of the contract: the ids of the path, then the body or the query,
// then options.
type GivenOf<Method, Route> = Method extends (...args: infer Args) => unknown
  ? Required<Args> extends [...IdsOf<Route>, ...infer Rest]
    ? Rest
    : 'no id'
  : never;
type IdsOf<Route> = Route extends { path: `${string}:id${infer Rest}`; pathParams: z.ZodType }
  ? Rest extends `${string}:${string}`
    ? [string, string]
    : [string]
  : [];
type Takes<Given, Route> = Given extends [infer Payload, sdk.RequestOptions]
  ? SamePayload<Payload, Route>
  : [BodyOf<Route>, QueryOf<Route>] extends [never, never]
    ? Same<Given, [sdk.RequestOptions]>
    : false;
type SamePayload<Given, Route> = [BodyOf<Route>] extends [never]
  ? SameQuery<Given, QueryOf<Route>>
  : SameInput<Given, BodyOf<Route>>;
type Requests = {
  [Noun in keyof Contract]: {
    [Endpoint in keyof Contract[Noun]]: Noun extends keyof sdk.Parley
      ? Endpoint extends keyof sdk.Parley[Noun]
        ? Takes<
            GivenOf<sdk.Parley[Noun][Endpoint], Contract[Noun][Endpoint]>,
            Contract[Noun][Endpoint]
          >
        : false
      : false;
  };
};
export const requests = (
  all: Requests,
): { [Noun in keyof Contract]: { [E in keyof Contract[Noun]]: true } } => all;

/** Never, if there is no body or it has no fields. */
type BodyOf<Route> = Route extends { body: infer Body extends z.ZodType }
  ? string extends keyof NonNullable<z.input<Body>>
    ? never
    : Sendable<NonNullable<z.input<Body>>>
  : never;
type QueryOf<Route> = Route extends { query: infer Query extends z.ZodType }
  ? Asked<z.input<Query>, z.output<Query>>
  : never;
/** The parameters of a query, of which those are required that the contract needs. */
type Asked<Input, Output> = { [Key in keyof Output]?: Output[Key] | undefined } & {
  [Key in keyof Input & keyof Output as undefined extends Input[Key] ? never : Key]: Output[Key];
};
/** Without the options that only exist to be refused. */
type Sendable<Body> = Body extends { providerContent: unknown }
  ? Body
  : Body extends { type: infer Type }
    ? 'order' extends Type
      ? never
      : Body
    : Body;

type Details = {
  [Code in ContractErrorCode]: Code extends keyof sdk.ErrorDetails
    ? Same<Plain<sdk.ErrorDetails[Code]>, Plain<ContractErrorDetails<Code>>>
    : false;
};
export const details = (all: Details): Record<ContractErrorCode, true> => all;
export const noMore: Same<sdk.ErrorCode, ContractErrorCode> = true;

type SameInput<Ours, Theirs> = Same<Plain<Ours>, Plain<Theirs>>;
// Queries are sent as text and parsed by the contract: their input types are its output types.
type SameQuery<Ours, Theirs> = Same<Plain<ManyOnly<Ours>>, Plain<Theirs>>;
type ManyOnly<Query> = {
  [Key in keyof Query]: Extract<Query[Key], readonly unknown[]> extends never
    ? Query[Key]
    : Extract<Query[Key], readonly unknown[] | undefined>;
};

// Event names are completed by editors, and names of newer servers are possible.
export const patterns: Same<
  Extract<sdk.EventPattern, 'message.*' | 'message.sent' | '*' | 'mesage.*'>,
  'message.*' | 'message.sent' | '*'
> = true;
export const newerPattern: sdk.CreateWebhookEndpointBody['events'] = ['deal.*', 'contact.*'];

// A file, and the customer of a conversation, are named in exactly one way.
export const byId: sdk.MediaInput = { id: 'med_1' };
// @ts-expect-error: neither of the two.
export const noFile: sdk.MediaInput = {};
// @ts-expect-error: both.
export const twoFiles: sdk.MediaInput = { id: 'med_1', url: 'https://example.com/a.png' };
export const byAddress: sdk.CreateConversationBody = { channelId: 'chn_1', to: '5511987654321' };
// @ts-expect-error: neither of the two.
export const nobody: sdk.CreateConversationBody = { channelId: 'chn_1' };
