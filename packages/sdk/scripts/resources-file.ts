// The interface of each resource: the signatures from the contract, the docstrings from `methods/<resource>.md`.
import { readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import {
  answerOf,
  type ContractTypes,
  header,
  nouns,
  type Route,
  requiredOf,
} from './contract-types.ts';

const folder = new URL('../methods/', import.meta.url);

/** The texts about a resource: about all of it, and about each method, with the names of the IDs that it takes. */
interface Texts {
  readonly about: string;
  readonly methods: readonly { name: string; ids: readonly string[]; text: string }[];
}

/** Returns the file of the interfaces. `endpoints` has the methods of each resource, as in the table of routes. */
export function resourcesFile(
  types: ContractTypes,
  endpoints: Readonly<Record<string, Readonly<Record<string, string>>>>,
): string {
  const interfaces = documentedNouns().map((noun) => {
    const { about, methods } = textsOf(noun);
    const [, routes = {}] = nouns.find(([name]) => name === noun) ?? [];
    const known = Object.keys(endpoints[noun] ?? {}).sort();
    const documented = methods.map(({ name }) => name).sort();
    if (known.join() !== documented.join())
      throw new Error(
        `packages/sdk/methods/${fileOf(noun)} documents ${documented.join(', ')}; the contract has ${known.join(', ')}.`,
      );
    const members = methods.map(({ name, ids, text }) => {
      // A method without a route waits for the record that `get` reads.
      const route = routes[name] ?? (routes['get'] as Route);
      const words = endpoints[noun]?.[name] ?? '';
      return `${docstring(text, '  ')}  ${name}${signatureOf(route, { words, ids, types })};\n`;
    });
    return `${docstring(about, '')}export interface ${nameOf(noun)} {\n${members.join('\n')}}\n`;
  });
  const text = interfaces.join('\n');
  const core = [
    ['FileInput', '../core/fetch.ts'],
    ['RequestOptions', '../core/options.ts'],
    ['PagePromise', '../core/pages.ts'],
    ['ParleyPromise', '../core/promise.ts'],
    ['Searched', '../core/success.ts'],
    ['WaitOptions', '../core/wait.ts'],
  ].map(([name, file]) => `import type { ${name} } from '${file}';`);
  return [header + core.join('\n'), ...types.importsFor(text), '', text].join('\n');
}

/** Returns the file of the class from which the client inherits a member for each resource. */
export function nounsFile(): string {
  const all = documentedNouns();
  const imports = [
    `import { addResources } from '../core/resource.ts';`,
    `import type { Transport } from '../core/transport.ts';`,
    `import type { ${all.map(nameOf).join(', ')} } from './resources.ts';`,
  ];
  const members = all.map((noun) => `  declare readonly ${noun}: ${nameOf(noun)};\n`).join('');
  return `${header}${imports.join('\n')}

/** The members of a client for every resource. */
export class Nouns {
${members}
  constructor(transport: Transport) {
    addResources(this, transport);
  }
}
`;
}

/** Returns the resources, sorted by the names of their files. Throws unless the contract has the same ones. */
export function documentedNouns(files = readdirSync(folder)): string[] {
  const known = nouns.map(([noun]) => fileOf(noun)).sort();
  const path = (file: string) => `packages/sdk/methods/${file}`;
  const missing = known.filter((file) => !files.includes(file)).map(path);
  if (missing.length > 0)
    throw new Error(`Add ${missing.join(', ')} with the docstrings of the methods.`);
  const unknown = files.filter((file) => !known.includes(file)).map(path);
  if (unknown.length > 0)
    throw new Error(`Remove ${unknown.join(', ')}: the contract has no such resource.`);
  return known.map((file) =>
    file.replace('.md', '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
  );
}

/** Returns the name of the interface of a resource. */
export function nameOf(noun: string): string {
  return noun.slice(0, 1).toUpperCase() + noun.slice(1);
}

function fileOf(noun: string): string {
  return `${noun.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.md`;
}

function textsOf(noun: string): Texts {
  const [about = '', ...sections] = readFileSync(new URL(fileOf(noun), folder), 'utf8')
    .trimEnd()
    .split(/\n\n## /);
  const methods = sections.map((section) => {
    const [heading = '', ...lines] = section.split('\n');
    const [name = '', ids = 'id'] = heading.replace(')', '').split('(');
    return { name, ids: ids.split(', '), text: lines.join('\n').trimStart() };
  });
  return { about, methods };
}

function docstring(text: string, indent: string): string {
  const lines = text.split('\n');
  if (lines.length === 1 && indent === '') return `/** ${text} */\n`;
  const rows = lines.map((line) => `${indent} * ${line}`.trimEnd());
  return `${indent}/**\n${rows.join('\n')}\n${indent} */\n`;
}

interface Facts {
  /** The method, the path and the kinds of arguments, as in the table of routes. */
  readonly words: string;
  readonly ids: readonly string[];
  readonly types: ContractTypes;
}

/** Returns the parameters and the result of a method, which `methodOf` in `core/resource.ts` makes. */
function signatureOf(route: Route, { words, ids, types }: Facts): string {
  const has = (word: string) => words.split(' ').includes(word);
  const { method, path, body, query } = route;
  const answer = types.answerType(route);
  const item = answer?.match(/^Page<(\w+)>$/)?.[1];
  const typeOf = (schema: Route['query']) => types.requestType(requiredOf(schema), '');
  const isUpload = has('upload');
  const parameters = [
    ...ids.slice(0, path.split(':').length - 1).map((name) => `${name}: string`),
    ...(isUpload ? ['file: FileInput'] : []),
    ...(has('body') || method === 'PATCH'
      ? [`body${requiredOf(body) === body ? '' : '?'}: ${typeOf(body)}`]
      : []),
    ...(isUpload || item || has('query')
      ? [`query${query?.safeParse({}).success ? '?' : ''}: ${typeOf(query)}`]
      : []),
  ];
  if (has('wait')) {
    return `(${[...parameters, `options?: WaitOptions<${answer}>`].join(', ')}): Promise<${answer}>`;
  }
  const page = isSearched(route) ? `${item}, Searched` : item;
  const result = item ? `PagePromise<${page}>` : `ParleyPromise<${answer ?? 'void'}>`;
  return `(${[...parameters, 'options?: RequestOptions'].join(', ')}): ${result}`;
}

/** Whether the pages of a list say that a search was incomplete. */
function isSearched(route: Route): boolean {
  const page = answerOf(route);
  return page instanceof z.ZodObject && 'approximate' in page.shape;
}
