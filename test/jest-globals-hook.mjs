const OURS = new URL('./jest-globals.mjs', import.meta.url).href;

/** The package of this name works in Jest's own loader only. */
export const resolve = (specifier, context, next) =>
  specifier === '@jest/globals' ? { url: OURS, shortCircuit: true } : next(specifier, context);
