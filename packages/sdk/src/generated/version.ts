// Written by packages/sdk/scripts/generate.ts from the contract. Do not edit.
export const version = '0.0.0';
