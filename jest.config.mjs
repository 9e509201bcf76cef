/** Jest runs the JavaScript that `npm run build` made of the tests: nothing is transformed. */
export default {
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/dist'],
  testEnvironment: 'node',
  transform: {},
  testMatch: ['**/*.{spec,int-spec,e2e-spec}.js'],
  globalSetup: '<rootDir>/dist/test/global-setup.js',
  globalTeardown: '<rootDir>/dist/test/global-teardown.js',
  maxWorkers: 2,
  testTimeout: 60_000,
  reporters: ['default', '<rootDir>/test/reporter.mjs'],
};
