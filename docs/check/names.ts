import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fencesOf, inlineCodeOf, type Page, pathsUnder, read, root } from './pages.ts';

const scripts = Object.keys(JSON.parse(read('package.json')).scripts as Record<string, string>);
const codes = new Set(read('docs/reference/errors.md').match(/(?<=^## )SVC-[A-Z-]+/gm));
const paths = Object.keys(JSON.parse(read('docs/reference/openapi.json')).paths as object);
/** The settings of the server, of the SDK and of one bench. */
const settings = new Set([
  ...(read('packages/server/src/environment.ts').match(/PARLEY_[A-Z_]+/g) ?? []),
  ...(read('packages/sdk/src/core/options.ts').match(/PARLEY_[A-Z_]+/g) ?? []),
  ...(read('packages/labs/src/bench/server/search/collection.ts').match(/PARLEY_[A-Z_]+/g) ?? []),
]);
const commands = parleyCommands();
/** Commands of npm and pnpm themselves. */
const ownCommands = new Set(['install', 'ci', 'add', 'run', 'exec', 'pack']);

/** Files, commands, settings, error codes and endpoints that a page names and that do not exist. */
export function unknownNames({ text }: Page): string[] {
  const shell = fencesOf(text)
    .filter(({ language }) => ['sh', 'console'].includes(language))
    .flatMap(({ code }) => code.split('\n'));
  const inline = inlineCodeOf(text);
  const all = [...inline, ...shell];
  return [
    ...inline
      .filter(isPath)
      .filter(isMissing)
      .map((name) => `there is no ${name}`),
    ...all.flatMap(unknownCommands),
    ...namesIn(text, /\bPARLEY_[A-Z_]+\b/g)
      .filter((name) => !settings.has(name))
      .map((name) => `there is no setting ${name}`),
    ...namesIn(text, /\bSVC-[A-Z]+(?:-[A-Z]+)*\b(?!-?[…*])/g)
      .filter((name) => !codes.has(name))
      .map((name) => `there is no code ${name}`),
    ...all.flatMap(unknownEndpoints),
  ];
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...new Set(text.match(pattern) ?? [])];
}

function isPath(name: string): boolean {
  return (
    /^(packages|docs|examples|scripts|\.ci|\.github|\.changeset)\//.test(name) && !/\s/.test(name)
  );
}

/** `<noun>` and the like stand for any name. */
function isMissing(name: string): boolean {
  const [file = ''] = name.replace(/\/$/, '').split('#');
  if (!/[<*]/.test(file)) return !existsSync(join(root, file));
  const pattern = new RegExp(
    `^${file.replaceAll(/[.+]/g, '\\$&').replaceAll(/<[^>]+>|\*/g, '[^/]+')}$`,
  );
  const folder = dirname(file.slice(0, file.search(/[<*]/) + 1));
  if (!existsSync(join(root, folder))) return true;
  return !pathsUnder(folder).some((path) => pattern.test(path));
}

function unknownCommands(line: string): string[] {
  const problems: string[] = [];
  for (const { 1: run, 2: name = '' } of line.matchAll(/\bp?npm (run )?([a-z][\w:-]*)/g)) {
    const known = scripts.includes(name) || (run === undefined && ownCommands.has(name));
    if (!known) problems.push(`there is no script ${name}`);
  }
  const called = /(?:^|\$ |npx |bin\/)parley(?:\.mjs)? ([a-z]+)(?: ([a-z]+))?/.exec(line);
  if (called) {
    const [, command = '', action = ''] = called;
    const actions = commands.get(command);
    if (!actions) problems.push(`there is no command parley ${command}`);
    else if (actions.size > 0 && action !== '' && !actions.has(action))
      problems.push(`there is no command parley ${command} ${action}`);
  }
  return problems;
}

/** `serve`, `keys create` and so on, as the command line defines them. */
function parleyCommands(): Map<string, Set<string>> {
  const folder = 'packages/server/src/cli';
  const files = readdirSync(join(root, folder)).filter((name) => name.endsWith('.ts'));
  const found = files.flatMap((name): [string, Set<string>][] => {
    const text = read(`${folder}/${name}`);
    const command = /new Command\('(?!parley')(\w+)'\)/.exec(text)?.[1];
    const actions = [...text.matchAll(/\.command\('(\w+)/g)].map(({ 1: action = '' }) => action);
    return command ? [[command, new Set(actions)]] : [];
  });
  return new Map(found);
}

function unknownEndpoints(line: string): string[] {
  const written = /(?:\b(?:GET|POST|PATCH|PUT|DELETE) |\/api\/v1)(\/[a-z][\w/{}-]*)/g;
  return [...line.matchAll(written)]
    .map(({ 1: path = '' }) => path.replace(/^\/api(\/v1)?/, '').replaceAll(/\{\w+\}/g, '{id}'))
    .filter((path) => path !== '' && !paths.some((known) => matches(known, path)))
    .map((path) => `there is no endpoint ${path}`);
}

function matches(known: string, path: string): boolean {
  const pattern = known.replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(path);
}
