import { AsyncLocalStorage } from 'node:async_hooks';
import * as modules from 'node:module';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import circus from 'jest-circus/runner';
import { letHeapDouble } from '../dist/src/platform/process/let-heap-double.js';
import { resolve } from './jest-globals-hook.mjs';

/** Key of the globals of the file that runs now. */
export const GLOBALS = Symbol.for('chainproof.jest-globals');

const require = modules.createRequire(import.meta.url);
const ofFile = new AsyncLocalStorage();

// As commands do: V8 compiles again what was compiled under other flags, and all share one directory of compiled code.
letHeapDouble();

// Node.js before 22.15 has hooks in a thread of their own alone.
if (modules.registerHooks) modules.registerHooks({ resolve });
else modules.register('./jest-globals-hook.mjs', import.meta.url);

/**
 * Runs a test file as Node.js runs any program. Jest would link and evaluate every module again for each file, which took most of the time
 * of a run. Modules are therefore shared by the files that one process runs in turn; what a file changes in the process itself is
 * undone.
 */
export default async function runNatively(globalConfig, config, environment, _runtime, testPath, send) {
  const before = { env: { ...process.env }, argv: process.argv, exit: process.exit, cwd: process.cwd() };
  environment.handleTestEvent = (event) => {
    if (event.name === 'error') nameFile(event.error, testPath);
  };
  try {
    return await ofFile.run(testPath, () =>
      circus.default(globalConfig, config, environment, native, testPath, send),
    );
  } finally {
    process.env = before.env;
    process.argv = before.argv;
    process.exit = before.exit;
    process.exitCode = undefined;
    process.chdir(before.cwd);
  }
}

/** Names the file in errors that something left behind by another file may cause. */
function nameFile(error, running) {
  const file = ofFile.getStore();
  if (file !== running && error instanceof Error)
    error.message += ` (left behind by ${file === undefined ? 'an unknown file' : relative('.', file)})`;
}

/** Jest compares each byte of a Buffer as a property, ten times slower than Node.js; both find the same buffers equal. */
const equalAtOnce = (one, other) =>
  typeof one === 'object' && isDeepStrictEqual(one, other) ? true : undefined;
let isAdded = false;

/** The parts of an environment that Jest's own runner uses. */
const native = {
  requireInternalModule(path) {
    // Each file gets new state and handlers.
    delete require.cache[path];
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    return require(path);
  },
  requireModule: require,
  setGlobalsForRuntime(globals) {
    globalThis[GLOBALS] = globals;
    // Jest keeps them for all files of a process.
    if (!isAdded) globals.expect.addEqualityTesters([equalAtOnce]);
    isAdded = true;
  },
  unstable_shouldLoadAsEsm: () => true,
  unstable_importModule: (path) => import(pathToFileURL(path).href),
  enterTestCode() {},
  leaveTestCode() {},
};
