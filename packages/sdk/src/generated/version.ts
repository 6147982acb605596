// Written by scripts/generate.ts. Do not edit.
export const version = '0.1.0';
