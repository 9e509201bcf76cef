import { availableParallelism } from 'node:os';

const rootDir = import.meta.dirname;

/** Jest runs the JavaScript that `npm run build` made of the tests: nothing is transformed. */
const project = {
  rootDir,
  roots: ['<rootDir>/dist'],
  testRunner: '<rootDir>/test/native-runner.mjs',
  transform: {},
};
/** The PostgreSQL that test files share; a lane without it starts in seconds. */
const withPostgres = {
  globalSetup: '<rootDir>/dist/test/global-setup.js',
  globalTeardown: '<rootDir>/dist/test/global-teardown.js',
};
const lane = (displayName, suffixes, more) => ({
  ...project,
  ...more,
  displayName,
  testMatch: suffixes.map((suffix) => `**/*.${suffix}.js`),
});
/** Files of which the slow lane runs more tests. Other runs that include this lane run all tests of them in their first lane. */
const ofBoth = ['int-slow-spec', 'e2e-slow-spec', 'sim-slow-spec'];
const ofSlow = ['slow-spec', ...(process.env.SLOW_TESTS === 'lane' ? ofBoth : [])];

export default {
  projects: [
    lane('unit', ['spec']),
    lane('int', ['int-spec', 'int-slow-spec'], withPostgres),
    lane('e2e', ['e2e-spec', 'e2e-slow-spec'], withPostgres),
    lane('sim', ['sim-spec', 'sim-slow-spec'], withPostgres),
    // Processes and servers that die, and whole chains compared: `npm run test:long`, or `npm test -- --lane slow`.
    ...(process.env.SLOW_TESTS ? [lane('slow', ofSlow, withPostgres)] : []),
    // Starts a Citus cluster, so it is asked for by `npm run test:cluster` alone.
    ...(process.env.CLUSTER_TESTS ? [lane('cluster', ['cluster-spec'], withPostgres)] : []),
    // Needs a browser, so it is asked for by `npm run test:browser` alone.
    ...(process.env.BROWSER_TESTS ? [lane('browser', ['browser-spec'])] : []),
  ],
  // Many files wait for servers most of their time.
  maxWorkers: 2 * availableParallelism(),
  testTimeout: 900_000,
  testSequencer: '<rootDir>/test/sequencer.mjs',
  reporters: ['default', '<rootDir>/test/reporter.mjs'],
};
