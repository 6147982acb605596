/**
 * The seed of the inputs that tests draw with fast-check. Each run draws the same ones, so that a test never depends on
 * chance. `PROPERTY_SEED` draws others.
 */
export const seed = Number(process.env['PROPERTY_SEED'] ?? 7);
