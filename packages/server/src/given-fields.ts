/** The fields that have a value: an absent or undefined one changes nothing. */
export function givenFields<Body extends object>(
  body: Body,
): { [Name in keyof Body]?: Exclude<Body[Name], undefined> } {
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  // Entries of the body, without those that are undefined.
  return Object.fromEntries(given) as ReturnType<typeof givenFields<Body>>;
}
