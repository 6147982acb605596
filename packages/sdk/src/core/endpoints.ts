/** The endpoints that most resources have. `.` is the path of the resource. */
export const usualEndpoints: ReadonlyMap<string, string> = new Map([
  ['list', 'GET .'],
  ['create', 'POST . body'],
  ['get', 'GET ./:id'],
  ['update', 'PATCH ./:id'],
  ['delete', 'DELETE ./:id'],
]);

/**
 * Returns the name of each method of a resource, and its endpoint, such as `POST /contacts/:id/tags body`. The text, from
 * the table of routes, is the path of the resource and a line for each method, such as `addTags POST ./:id/tags body`. If
 * the endpoint is the usual one, the line is only the name. If the path of a line ends with `/`, the name is added to it.
 */
export function endpointsOf(text: string): [name: string, endpoint: string][] {
  const [base = '', ...lines] = text.split('\n');
  return lines.map((line) => {
    const [name = ''] = line.split(' ', 1);
    const endpoint = usualEndpoints.get(line) ?? line.slice(name.length + 1);
    return [name, endpoint.replace('.', base).replace(/\/(?= |$)/, `/${name}`)];
  });
}
