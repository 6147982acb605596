// Generated files of the mocks: the types of the SDK, and the requests and responses of every endpoint.
import { errorEnvelope, idPrefixes } from '@parley/contract/schemas';
import * as z from 'zod';
import { answerOf, ContractTypes, header, nouns, type Route } from './contract-types.ts';

/** Path below `src/generated` → content. */
export function mockFiles(): Record<string, string> {
  const types = new ContractTypes({
    event: { name: 'AnyEvent', from: '../event-types.ts' },
    requests: 'parsed',
    others: [errorEnvelope],
  });
  return { ...types.files(), 'endpoints.ts': endpointsFile(types) };
}

function endpointsFile(types: ContractTypes): string {
  const tables = nouns.map(([noun, endpoints]) => {
    const lines = Object.entries(endpoints).map(([key, route]) => endpointOf(types, key, route));
    return `  ${noun}: {\n${lines.join('')}  };\n`;
  });
  const text = tables.join('');
  return [
    header,
    ...types.importsFor(text),
    '',
    '/** One page of a list. */',
    'export interface Page<Item> {\n  data: Item[];\n  /** Null on the last page. */\n  nextCursor: string | null;\n}\n',
    '/** A page of search results. */',
    'export interface SearchedPage<Item> extends Page<Item> {\n  /** The search reached its work limit: it may have skipped a record. Absent otherwise. */\n  approximate?: true | undefined;\n}\n',
    '/** The prefixes of record ids. */',
    `export type IdPrefix = ${Object.values(idPrefixes)
      .map((prefix) => `'${prefix}'`)
      .join(' | ')};\n`,
    '/** The requests and responses of each endpoint. */',
    `export interface Endpoints {\n${text}}\n`,
  ].join('\n');
}

function endpointOf(types: ContractTypes, key: string, route: Route): string {
  const { method, path, summary, pathParams, query, body, responses } = route;
  const fields = {
    params: types.requestType(pathParams, '      '),
    query: types.requestType(query, '      '),
    body: types.requestType(body, '      '),
    status: Object.keys(responses)
      .filter((status) => Number(status) < 300)
      .join(' | '),
    answer: answerType(types, route),
  };
  const lines = Object.entries(fields).map(([name, type]) => `      ${name}: ${type};\n`);
  return `    /** ${summary}: \`${method} /api/v1${path}\`. */\n    ${key}: {\n${lines.join('')}    };\n`;
}

function answerType(types: ContractTypes, route: Route): string | undefined {
  const schema = answerOf(route);
  const isSearched = schema instanceof z.ZodObject && 'approximate' in schema.shape;
  const type = types.answerType(route);
  return isSearched ? type?.replace(/^Page</, 'SearchedPage<') : type;
}
