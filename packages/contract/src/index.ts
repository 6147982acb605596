export * from './contract.ts';
export * from './record-paths.ts';
export * from './schemas.ts';
