export * from './contract.ts';
export * from './generated/schemas.ts';
