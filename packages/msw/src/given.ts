/** Fields that a test gives. Absent fields and fields that are undefined get their defaults. */
export type Given<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined };
