// The page of all methods, `api.md`, and their examples as code that the type checker reads: both from the docstrings.
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { endpointsOf } from '../src/core/endpoints.ts';
import { routes } from '../src/generated/routes.ts';
import { documentedNouns, nameOf } from './resources-file.ts';

interface Documented {
  /** The call, such as `parley.messages.send`. */
  call: string;
  /** Such as `(id: string): ParleyPromise<Message>`. */
  signature: string;
  /** Such as `POST /api/v1/messages`. */
  endpoint: string | undefined;
  text: string;
  example: string;
}

interface Section {
  title: string;
  text: string;
  entries: Documented[];
}

/** Declarations that the examples assume. */
const surroundings = `// Written by scripts/generate.ts from the docstrings. Checked by tsc, never run.
import { type ApiKey, NotFoundError, Parley, type ParleyError } from '../../src/index.ts';
import { contractValidation } from '../../src/validate.ts';
import { expressWebhook, fetchWebhook, signWebhook, testWebhook, verifyWebhook, verifyWebhookSync } from '../../src/webhooks.ts';

declare const parley: Parley;
declare const id: string, channelId: string, contactId: string, messageId: string, pipelineId: string, stageId: string, ticketId: string, grantId: string, apiKeyId: string, agencyId: string, conversationId: string, dealId: string, apiKey: string, url: string;
declare const body: string, secret: string, headers: Headers;
declare const leaked: ApiKey;
declare const error: ParleyError;
declare const yesterday: Date, tomorrow: Date;
declare const afterSequence: number;
declare const request: Request;
declare const queue: Record<'add' | 'send', (event: unknown) => Promise<void>>;
declare const app: { post(path: string, handler: unknown): void };
declare function show(value: unknown): void;
declare function save(value: unknown): void;
`;

const titles: Readonly<Record<string, string>> = {
  call: 'The promise of a call',
  list: 'The promise of a list',
  error: 'The errors',
};

const source = new URL('../src/', import.meta.url);

/** Path in the package → content. */
export function documentationFiles(): Record<string, string> {
  return { 'api.md': apiFile(), 'test/generated/docstrings.test-d.ts': examplesFile() };
}

function apiFile(): string {
  const parts = sections().map(({ title, text, entries }) => {
    return [`## ${title}`, text, ...entries.map(entryText)].filter(Boolean).join('\n\n');
  });
  const head = [
    '# SDK methods',
    '<!-- Written by scripts/generate.ts from the docstrings. Do not edit. -->',
    'The last parameter of every call is `RequestOptions`. It returns a promise of the data, which rejects with a `ParleyError`. In addition to the errors named here, any call can fail with',
    [
      '- an error response of the server: `BadRequestError` (400), `AuthenticationError` (401), `PermissionDeniedError` (403, the tenant is suspended), `RateLimitError` (429), `ServerError` (5xx);',
      '- for a POST also `ConflictError` (409) and `UnprocessableError` (422), when its `idempotencyKey` is in use or was used for another request; with a body also `ApiError` (413, 415);',
      '- no response: `ConnectionError`, `TimeoutError`, `AbortedError`;',
      '- an invalid response: `ResponseParseError`, `RedirectError`, with validation `ResponseValidationError`, and in a list `PaginationError`.',
    ].join('\n'),
  ];
  return `${[...head, ...parts].join('\n\n')}\n`;
}

/** Every example in a separate function. */
function examplesFile(): string {
  const entries = sections().flatMap((section) => section.entries);
  const examples = entries.map(({ call, example }, index) => {
    const body = example.replace(/^export /gm, '').replace(/^/gm, '  ');
    const names = [...example.matchAll(/^(?:export )?const (?:\{(.*?)\}|\[(.*?)\]|(\w+))/gm)];
    const used = names.flatMap(([, fields, items, name]) =>
      (fields ?? items ?? name ?? '').split(','),
    );
    const kept = used.map((name) => name.trim()).filter(Boolean);
    const end = kept.length > 0 ? `\n  return [${kept.join(', ')}];` : '';
    return `// ${call}\nexport async function example${index + 1}() {\n${body}${end}\n}\n`;
  });
  return `${surroundings}\n${examples.join('\n')}`;
}

function sections(): Section[] {
  return [
    ofClass('client.ts', 'Parley', 'parley'),
    ...documentedNouns().map((noun) =>
      ofClass('generated/resources.ts', nameOf(noun), `parley.${noun}`),
    ),
    ofClass('core/promise.ts', 'ParleyPromise', 'call'),
    ofClass('core/pages.ts', 'PagePromise', 'list'),
    ofClass('errors.ts', 'ParleyError', 'error'),
    ofFunctions(
      '@parley/sdk/webhooks',
      ['verify', 'express', 'fetch', 'sign'].map((file) => `webhooks/${file}.ts`),
    ),
    ofFunctions('@parley/sdk/validate', ['validate.ts']),
  ];
}

function ofClass(file: string, name: string, prefix: string): Section {
  const declared = parsed(file)
    .statements.filter((node) => ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node))
    .find((node) => node.name?.text === name);
  if (!declared) throw new Error(`${file} has no ${name}.`);
  const { text, example } = docOf(declared);
  const own = { call: `new ${name}`, signature: '', endpoint: undefined, text, example };
  const methods = [...declared.members].filter(isMethod).filter(isDocumented);
  return {
    title: titles[prefix] ?? prefix,
    text: prefix === 'parley' ? '' : text,
    entries: [
      ...(prefix === 'parley' ? [{ ...own, signature: '(options?: ParleyOptions)' }] : []),
      ...methods.map((method) => {
        const isStatic = ts.getCombinedModifierFlags(method) & ts.ModifierFlags.Static;
        return documented(method, `${isStatic ? name : prefix}.${method.name.getText()}`);
      }),
    ],
  };
}

function ofFunctions(title: string, files: readonly string[]): Section {
  const functions = files.flatMap((file) => {
    return parsed(file)
      .statements.filter(ts.isFunctionDeclaration)
      .filter(isDocumented)
      .filter(isExported);
  });
  return {
    title,
    text: '',
    entries: functions.map((node) => documented(node, node.name?.text ?? '')),
  };
}

function parsed(file: string): ts.SourceFile {
  const text = readFileSync(new URL(file, source), 'utf8');
  return ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
}

type Method = ts.MethodDeclaration | ts.MethodSignature;

function isMethod(node: ts.Node): node is Method {
  return ts.isMethodDeclaration(node) || ts.isMethodSignature(node);
}

function isExported(node: ts.FunctionDeclaration): boolean {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function isDocumented(node: ts.Node): boolean {
  // A method without an example is for library authors, such as `then`.
  return docOf(node).example !== '';
}

function documented(node: Method | ts.FunctionDeclaration, call: string): Documented {
  const parameters = node.parameters.map((parameter) => parameterText(parameter)).join(', ');
  const result = node.type ? `: ${node.type.getText()}` : '';
  const generics = node.typeParameters
    ? `<${node.typeParameters.map((parameter) => parameter.name.text).join(', ')}>`
    : '';
  const signature = `${generics}(${parameters})${result}`.replaceAll(/\s+/g, ' ');
  return { call, signature, endpoint: endpointOf(call), ...docOf(node) };
}

function parameterText(parameter: ts.ParameterDeclaration): string {
  const isOptional = parameter.questionToken || parameter.initializer;
  const name = ts.isIdentifier(parameter.name) ? parameter.name.text : 'options';
  return `${name}${isOptional ? '?' : ''}: ${parameter.type?.getText() ?? 'unknown'}`;
}

function endpointOf(call: string): string | undefined {
  const [, noun = '', name = ''] = call.split('.');
  const table: Record<string, string> = routes;
  const endpoints = new Map(endpointsOf(table[noun] ?? ''));
  const [method, path] = endpoints.get(name)?.split(' ') ?? [];
  return path && `${method} /api/v1${path}`;
}

/** Splits a docstring into its text and its indented code. */
function docOf(node: ts.Node): { text: string; example: string } {
  const comment = ts.getJSDocCommentsAndTags(node).findLast(ts.isJSDoc)?.getText() ?? '';
  const lines = comment
    .replace(/^\/\*\*|\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, ''));
  const isCode = (line: string) => line.startsWith('    ');
  const text = lines
    .filter((line) => !isCode(line))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const example = lines
    .filter(isCode)
    .map((line) => line.slice(4))
    .join('\n');
  return { text, example };
}

function entryText({ call, signature, endpoint, text, example }: Documented): string {
  const heading = `### ${call.replace(/^new /, 'new ')}`;
  const types = `\`${signature}\`${endpoint ? `, \`${endpoint}\`` : ''}`;
  return [heading, types, text, `\`\`\`ts\n${example}\n\`\`\``].join('\n\n');
}
