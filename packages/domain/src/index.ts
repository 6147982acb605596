export * from './contacts.ts';
export * from './fields.ts';
export * from './filters.ts';
export * from './refusals.ts';
export * from './rules.ts';
export * from './texts.ts';
export * from './ulids.ts';
export * from './users.ts';
