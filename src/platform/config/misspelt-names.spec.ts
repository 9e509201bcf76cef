import { describe, expect, it } from '@jest/globals';
import { ConfigRefused, readConfig } from './config.js';
import { misspeltNames } from './misspelt-names.js';
import './environment-variables.js';
import { VARIABLES } from './variable.js';

const misspelt = (environment: NodeJS.ProcessEnv): string[] =>
  misspeltNames(environment, [...VARIABLES.keys()]).map(({ name, meant }) => `${name} ${meant}`);

describe('a variable whose name is nearly one that is known', () => {
  it.each([
    ['RPC_URL', 'RPC_URLS'],
    ['RPCURLS', 'RPC_URLS'],
    ['RPC_ULRS', 'RPC_URLS'],
    ['rpc_urls', 'RPC_URLS'],
    ['BEACON_URL', 'BEACON_URLS'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['NEO4J_URL', 'NEO4J_URI'],
    ['PAYTO', 'PAY_TO'],
    ['PROT', 'PORT'],
    ['ACESS', 'ACCESS'],
    ['FIRSTBLOCK', 'FIRST_BLOCK'],
  ])('%s is named with %s', (name, meant) => {
    expect(misspelt({ [name]: 'x' })).toEqual([`${name} ${meant}`]);
  });

  it('is every name of the table with a letter left out, and none of them is another of the table', () => {
    for (const name of [...VARIABLES.keys()]) {
      const short = name.slice(0, -1);
      expect(misspelt({ [short]: 'x' }).map((line) => line.split(' ')[0])).toEqual([short]);
      expect(misspelt({ [name]: 'x' })).toEqual([]);
    }
  });

  it('keeps the demo from being started where a node was meant', () => {
    expect(() => readConfig({ RPC_URL: 'http://user:secret@node' })).toThrow(ConfigRefused);
    expect(() => readConfig({ RPC_URL: 'http://user:secret@node' })).toThrow(
      /^the environment cannot be used:\n {2}RPC_URL means nothing: was RPC_URLS meant\?$/,
    );
  });

  it('is nothing where the known one is set as well, or it is set to nothing', () => {
    expect(misspelt({ RPC_URL: 'http://a', RPC_URLS: 'http://b' })).toEqual([]);
    expect(misspelt({ RPC_URL: ' ' })).toEqual([]);
  });

  it('is none of what systems, shells and other programs set', () => {
    const others = [
      ...[
        'PATH',
        'HOME',
        'PWD',
        'OLDPWD',
        'SHELL',
        'TERM',
        'LANG',
        'USER',
        'LOGNAME',
        'HOSTNAME',
        'HOSTTYPE',
        'SHLVL',
      ],
      ...[
        'MAIL',
        'TZ',
        'TMPDIR',
        'EDITOR',
        'PAGER',
        'DISPLAY',
        'COLORTERM',
        'SSH_TTY',
        'XDG_DATA_DIRS',
        'XDG_DATA_HOME',
      ],
      ...[
        'NODE_ENV',
        'NODE_OPTIONS',
        'NODE_PATH',
        'INIT_CWD',
        'npm_config_cache',
        'npm_package_json',
        'CI',
        'DEBUG',
      ],
      ...[
        'PGHOST',
        'PGPORT',
        'PGUSER',
        'JAVA_HOME',
        'MAVEN_OPTS',
        'KUBERNETES_PORT',
        'KUBERNETES_SERVICE_HOST',
      ],
      ...[
        'NEO4J_HOME',
        'NEO4J_PORT',
        'NEO4J_SERVICE_HOST',
        'POSTGRES_PASSWORD',
        'ETH_RPC_URL',
        'ETHERSCAN_API_KEY',
      ],
      ...[
        'SHARED_DIR',
        'KEY',
        'API',
        'PAY',
        'PAYER_KEY',
        'DOLLAR',
        'CHAINPROOF',
        'HTTP_PROXY',
        'no_proxy',
        '_',
      ],
    ];
    expect(misspelt(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([]);
  });
});
