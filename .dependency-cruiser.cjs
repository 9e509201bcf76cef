const { PURE_ROOMS } = require('./scripts/pure-rooms.mjs');

/**
 * The doors between the rooms of src/: what each may import besides itself. The composition roots (cli,
 * runtime) may import everything, and so may tests; verify, which must run where nothing else is, its own room only.
 */
const ROOMS = {
  domain: [],
  platform: ['domain'],
  bytecode: ['domain'],
  tlog: [],
  signature: ['domain'],
  definition: ['domain'],
  evaluator: ['domain', 'definition'],
  verifier: ['domain', 'tlog', 'definition', 'evaluator', 'state/execution', 'state/witness'],
  comparison: ['domain', 'verifier'],
  'state/execution': ['domain'],
  'state/witness': ['domain', 'state/execution'],
  node: ['domain', 'platform'],
  demo: ['domain', 'platform'],
  facilitator: ['domain', 'platform', 'node'],
  'event-store': ['domain', 'platform'],
  ingestion: ['domain', 'platform', 'node', 'event-store'],
  records: ['domain', 'platform', 'bytecode', 'event-store'],
  'state/history': ['domain', 'platform', 'event-store', 'records'],
  'state/view': ['domain', 'platform', 'event-store', 'state/execution', 'state/history', 'state/call'],
  'state/call': [
    'domain',
    'platform',
    'event-store',
    'records',
    'state/execution',
    'state/history',
    'state/witness',
  ],
  'state/tracking': [
    'domain',
    'platform',
    'event-store',
    'state/call',
    'state/execution',
    'state/history',
    'state/view',
  ],
  engine: ['domain', 'platform', 'bytecode', 'definition', 'evaluator', 'event-store'],
  bundle: [
    ...['domain', 'platform', 'definition', 'evaluator', 'verifier', 'node', 'engine', 'event-store'],
    ...['transparency', 'tlog'],
    ...['state/call', 'state/execution', 'state/witness'],
  ],
  claims: ['domain', 'platform'],
  transparency: ['domain', 'platform', 'tlog', 'event-store'],
  projection: ['domain', 'platform', 'bytecode', 'event-store', 'records', 'state/view'],
  // And the readers of the read models: below.
  api: ['domain', 'platform', 'tlog', 'bytecode', 'signature', 'definition'],
};
/** Rooms with read models: the API asks their readers, and nothing else of them. */
const READERS = [
  '^src/(bundle|claims|transparency|state/call|state/tracking)/[^/]+\\.reader\\.ts$',
  '^src/(records|projection)/[^/]+/[^/]+\\.reader\\.ts$',
  // And it publishes the form of bundles, and what they may leave unproven.
  '^src/verifier/(bundle/json-schema|evidence/not-shown)\\.ts$',
];
const COMPOSITION_ROOTS = '^src/(cli|verify)\\.ts$|^src/(cli|runtime)/';
const TESTS = '\\.[a-z0-9-]*spec\\.ts$';

const room = (name) => `^src/${name}/`;
const rooms = (names) => `^src/(${names.join('|')})/`;

const doorsOf = ([name, allowed]) => ({
  name: `${name}-imports-${allowed.join('-and-') || 'nothing-of-ours'}`,
  severity: 'error',
  from: { path: room(name), pathNot: TESTS },
  to: {
    path: '^src/',
    pathNot: [rooms([name, ...allowed]), ...(name === 'api' ? READERS : [])],
  },
});

/** A package that only some places may import. */
const packageOnlyIn = (name, places, packages) => ({
  name,
  severity: 'error',
  from: { path: '^src/', pathNot: [...places, TESTS] },
  to: { path: `node_modules/(${packages})(/|$)` },
});

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    // Types of the client are generated, those of a package written by hand, and files that are shipped put in by the build.
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: {
        couldNotResolve: true,
        pathNot: ['schema\\.js$', '^(\\.\\./)+(packages/verifier/)?index\\.js$', '^shipped:'],
      },
    },
    {
      name: 'every-room-is-in-the-table',
      severity: 'error',
      from: { path: '^src/', pathNot: [rooms(Object.keys(ROOMS)), COMPOSITION_ROOTS] },
      to: {},
    },
    ...Object.entries(ROOMS).map(doorsOf),
    {
      name: 'the-program-that-verifies-imports-its-own-room-only',
      severity: 'error',
      from: { path: '^src/verify\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(verifier|comparison)/' },
    },
    {
      name: 'projections-do-not-know-each-other',
      severity: 'error',
      from: { path: '^src/projection/([^/]+)/', pathNot: TESTS },
      to: { path: '^src/projection/', pathNot: '^src/projection/$1/' },
    },
    {
      name: 'records-do-not-know-each-other',
      severity: 'error',
      from: { path: '^src/records/([^/]+)/', pathNot: TESTS },
      to: { path: '^src/records/', pathNot: '^src/records/$1/' },
    },
    {
      name: 'pure-rooms-know-no-framework-store-or-network',
      severity: 'error',
      from: { path: rooms(PURE_ROOMS), pathNot: TESTS },
      to: {
        path: [
          'node_modules/(@nestjs|typeorm|pg|pg-copy-streams|neo4j-driver|undici|pino|prom-client)(/|$)',
          '^(node:)?(http|https|http2|net|tls|dgram|dns|child_process|worker_threads|cluster|timers)(/|$)',
        ],
      },
    },
    packageOnlyIn(
      'viem-only-at-the-execution-source-for-payments-for-names-and-for-types',
      [
        '^src/domain/chain/hex\\.ts$',
        '^src/node/execution/',
        '^src/demo/',
        '^src/facilitator/',
        '^src/projection/name/ens-name\\.ts$',
      ],
      'viem',
    ),
    packageOnlyIn(
      'neo4j-driver-only-at-the-graph',
      ['^src/platform/neo4j/', '^src/projection/graph/'],
      'neo4j-driver',
    ),
    {
      name: 'the-pages-share-the-list-of-pages-what-is-a-risk-and-the-verifier',
      severity: 'error',
      from: { path: '^explorer/', pathNot: TESTS },
      to: {
        path: '^(src|test)/',
        pathNot: ['^src/api/explore/explorer-pages\\.ts$', '^src/api/screening/risk\\.ts$', '^src/verifier/'],
      },
    },
    {
      name: 'the-package-of-the-verifier-imports-the-verifier-and-what-is-published',
      severity: 'error',
      from: { path: '^packages/verifier/' },
      to: {
        path: '^(src|test|explorer)/',
        pathNot: [
          '^src/(verifier|comparison)/',
          '^src/definition/binding/(canonical-roots|fork-schedule)\\.ts$',
          '^src/definition/catalog/lock\\.ts$',
          '^src/domain/(canonicity/(canonical-roots|mainnet-slots)|chain/protocol/fork-schedule)\\.ts$',
        ],
      },
    },
    {
      name: 'the-program-does-not-import-its-pages-and-packages',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(explorer|packages)/' },
    },
    {
      name: 'the-program-does-not-import-its-tests',
      severity: 'error',
      from: { path: '^src/', pathNot: TESTS },
      to: { path: ['^(test|bench)/', TESTS] },
    },
    {
      name: 'the-program-does-not-need-development-packages',
      severity: 'error',
      from: { path: '^(src|migrations)/', pathNot: TESTS },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    // Type imports count: a type from a forbidden room is knowledge of it.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
      mainFields: ['main', 'types'],
    },
  },
};
