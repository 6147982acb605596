export * from './contract.ts';
export * from './generated/schemas.ts';
export * from './record-paths.ts';
