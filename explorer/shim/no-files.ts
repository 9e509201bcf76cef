// The verifier compiles rules with code that also reads files elsewhere. None of it is called in a browser.

function none(): never {
  throw new Error('a browser has no files');
}

export const closeSync = none;
export const existsSync = none;
export const isDeepStrictEqual = none;
export const mkdirSync = none;
export const openSync = none;
export const readFileSync = none;
export const readSync = none;
export const readdirSync = none;
export const renameSync = none;
export const statSync = none;
export const writeFileSync = none;
export const basename = none;
export const join = none;

/** Places are computed when modules load; nothing lies there. */
export const fileURLToPath = (): string => '/nowhere/';
