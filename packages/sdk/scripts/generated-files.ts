// What the SDK has from the contract: flat types, events, a table of routes, and its own version.
import manifest from '../package.json' with { type: 'json' };
import { ContractTypes, header, nouns, type Route } from './contract-types.ts';

/** Path below `src/generated` → content. */
export function generatedFiles(): Record<string, string> {
  const types = new ContractTypes({
    event: { name: 'WebhookEvent', from: '../webhooks/event.ts' },
    requests: 'written',
  });
  return {
    ...types.files(),
    'routes.ts': routesFile(types),
    'version.ts': `${header}export const version = '${manifest.version}';\n`,
  };
}

function routesFile(types: ContractTypes): string {
  const tables = nouns.map(([noun, endpoints]) => {
    const lines = Object.entries(endpoints).map(([key, route]) => {
      const facts = [
        `method: '${route.method}'`,
        `path: '${route.path}'`,
        // Of a POST it is the rule.
        ...(dedupes(route) === (route.method === 'POST') ? [] : [`dedupes: ${dedupes(route)}`]),
        ...(204 in route.responses ? ['empty: true'] : []),
        ...(route.metadata.bytes ? [`bytes: '${route.metadata.bytes}'`] : []),
      ];
      return `  ${key}: { ${facts.join(', ')} } as Route<${types.answerType(route) ?? 'void'}>,\n`;
    });
    return `export const ${noun} = {\n${lines.join('')}};\n`;
  });
  const text = tables.join('\n');
  return [
    header,
    "import type { Route } from '../core/request.ts';",
    "import type { Page } from '../core/success.ts';",
    ...types.importsFor(text),
    '',
    text,
  ].join('\n');
}

function dedupes({ headers }: Route): boolean {
  return typeof headers === 'object' && headers !== null && 'idempotency-key' in headers;
}
