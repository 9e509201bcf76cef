import { GLOBALS } from './native-runner.mjs';

/** Globals of the file that runs now: modules that import these are loaded once for many files. */
const current = (name) =>
  new Proxy(() => undefined, {
    apply: (_target, _self, parameters) => globalThis[GLOBALS][name](...parameters),
    get: (_target, key) => globalThis[GLOBALS][name][key],
  });

export const afterAll = current('afterAll');
export const afterEach = current('afterEach');
export const beforeAll = current('beforeAll');
export const beforeEach = current('beforeEach');
export const describe = current('describe');
export const expect = current('expect');
export const it = current('it');
export const test = current('test');
