/** Replaces the package of this name, which works only in Jest's own loader. */
const OURS = new URL('./jest-globals.mjs', import.meta.url).href;

/** A resolve hook of Node.js, for its main thread or for a thread of its own. */
export const resolve = (specifier, context, next) =>
  specifier === '@jest/globals' ? { url: OURS, shortCircuit: true } : next(specifier, context);
