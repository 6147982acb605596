import { read } from './pages.ts';

const source = 'packages/server/src/environment.ts';
const page = 'docs/operations/configuration.md';

/** Settings that the page of settings leaves out, or has another default for than the server. */
export function undocumentedSettings(text = read(page), config = read(source)): string[] {
  const rows = new Map(
    [...text.matchAll(/^\| `(PARLEY_\w+)` *\| ([^|]+)\|/gm)].map(
      ({ 1: name = '', 2: value = '' }) => [name, value.trim()],
    ),
  );
  const defined = settingsOf(config);
  if (defined.size === 0) return [`${page}: no setting was found in ${source}`];
  const missing = [...defined].flatMap(([name, value]) => {
    const row = rows.get(name);
    if (row === undefined) return [`${page}: ${name} is missing`];
    const isWrong = value !== undefined && row !== `\`${value}\``;
    return isWrong ? [`${page}: the default of ${name} is ${value}`] : [];
  });
  const unknown = [...rows.keys()].filter((name) => !defined.has(name));
  return [...missing, ...unknown.map((name) => `${page}: there is no setting ${name}`)];
}

/** The default address of the SDK and the mocks must be the default address of the server. */
export function differingDefaults(config = read(source)): string[] {
  const port = settingsOf(config).get('PARLEY_PORT');
  const clients = ['packages/sdk/src/core/config.ts', 'packages/msw/src/create-mock.ts'];
  return clients
    .filter((file) => !read(file).includes(`'http://localhost:${port}'`))
    .map((file) => `${file}: its default is not the port of the server, ${port}`);
}

/** Names of the schema of the environment, with the defaults that are written out there. */
function settingsOf(config: string): Map<string, string | undefined> {
  const schema = config.slice(config.indexOf('const environment'), config.indexOf('superRefine'));
  const entries = [...schema.matchAll(/^ {4}(PARLEY_\w+):([\s\S]*?)(?=^ {4}PARLEY_|^ {2}\}\))/gm)];
  return new Map(
    entries.map(({ 1: name = '', 2: definition = '' }) => [
      name,
      spelled(/\.default\('?([^')]+?)'?\)/.exec(definition)?.[1]),
    ]),
  );
}

/** The documentation says `on` and `off`. A default that the code computes is described in words. */
function spelled(value: string | undefined): string | undefined {
  if (value === 'true') return 'on';
  if (value === 'false') return 'off';
  return value?.replace(/^[a-z].*\..*$/, '') || undefined;
}
