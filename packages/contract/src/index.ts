export * from './contract.ts';
export { errorExamples } from './error-examples.ts';
export * from './generated/schemas.ts';
export * from './record-paths.ts';
