import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire, registerHooks } from 'node:module';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import circus from 'jest-circus/runner';
import { letHeapDouble } from '../dist/src/platform/process/let-heap-double.js';

/** Where the globals of the file that runs now are kept. */
export const GLOBALS = Symbol.for('chainproof.jest-globals');

const require = createRequire(import.meta.url);
const ofFile = new AsyncLocalStorage();

// As commands do. V8 compiles again what was compiled under other flags, and all keep compiled code in one directory.
letHeapDouble();

/** The package of this name works in Jest's own loader only. */
const OURS = new URL('./jest-globals.mjs', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: OURS, shortCircuit: true } : next(specifier, context),
});

/**
 * Runs a test file as Node.js runs any program, where Jest would link and evaluate every module again for every file: that took most of
 * the time of a run. Modules are therefore shared by the files that one process runs after each other; what a file changes of the process
 * itself is undone.
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

/** What a file left behind may fail while another runs. */
function nameFile(error, running) {
  const file = ofFile.getStore();
  if (file !== running && error instanceof Error)
    error.message += ` (left behind by ${file === undefined ? 'an unknown file' : relative('.', file)})`;
}

/** Jest compares each byte of a Buffer as a property. What Node.js finds equal, Jest finds equal as well, ten times slower. */
const equalAtOnce = (one, other) =>
  typeof one === 'object' && isDeepStrictEqual(one, other) ? true : undefined;
let isAdded = false;

/** What Jest's own runner asks of the room that a test file runs in. */
const native = {
  requireInternalModule(path) {
    // A state and handlers of its own for each file.
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
