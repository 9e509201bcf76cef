import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createLogger } from '../../src/platform/log/logger.js';
import { NestLogger } from '../../src/platform/log/nest-logger.js';
import { RELEASE } from '../../src/platform/release.js';
import { connectAgent } from './fixture/agent.js';
import { post, toolCall } from './fixture/message.js';
import { PUBLIC_URL } from './fixture/service.js';
import { useService } from './fixture/use-service.js';

const BUILT = [
  'callMcp',
  'explainAttribute',
  'explainRelation',
  'getAddress',
  'getAddressAttributeHistory',
  'getAddressAttributeIntervals',
  'getAddressAttributes',
  'getAddressAttributesAtBlock',
  'getAddressControllers',
  'getAddressCounterparties',
  'getAddressPortfolio',
  'getAddressRelationHistory',
  'getAddressRelationIntervals',
  'getAddressRelationsAtBlock',
  'getAddressReport',
  'getAttributeProof',
  'getAttributeProofBundle',
  'getBlock',
  'getBlockByHash',
  'getBlockProposers',
  'getContract',
  'getContractBytecode',
  'getContractCall',
  'getContractCallBundle',
  'getContractProxy',
  'getContractSelectors',
  'getCoverage',
  'getDeclaredToken',
  'getDefinition',
  'getDefinitionTexts',
  'getDocs',
  'getEvidence',
  'getHealth',
  'getLatestBlock',
  'getMetrics',
  'getNetwork',
  'getOpenapi',
  'getProof',
  'getReady',
  'getRegistry',
  'getRelationProof',
  'getRelationProofBundle',
  'getToken',
  'getTokenBalance',
  'getTokenDeclarations',
  'getTokenItemBalance',
  'getTokenItemOwner',
  'getTokenStatistics',
  'getTransaction',
  'getTransactionFlow',
  'getValidatorQueueHistory',
  'getValidatorQueues',
  'listAddressAttributes',
  'listAddressInternalTransfers',
  'listAddressRelations',
  'listAddressTokenTransfers',
  'listAddressTransactions',
  'listBlockTransactions',
  'listBlockWithdrawals',
  'listContractEvents',
  'listDefinitionSubjects',
  'listDefinitions',
  'listFailedFrames',
  'listRegistries',
  'listRegistryEntries',
  'listTokenHolders',
  'listTokenTransfers',
  'listTokenTransfersBetween',
  'listValidatorWithdrawals',
  'resolveEntity',
  'screenAddresses',
];

describe('the methods for operators', () => {
  const service = useService({
    readiness: (pool) => [{ name: 'database', check: () => pool.query('SELECT 1') }],
  });
  const openapi = async () => (await service.get('/openapi.json')).json;

  it('R-313: have no envelope for health and readiness', async () => {
    expect((await service.get('/health')).json).toEqual({ status: 'ok', version: RELEASE });
    expect((await service.get('/ready')).json).toEqual({
      status: 'ready',
      checks: [{ name: 'database', status: 'ok' }],
    });
  });

  it('R-302: state one version everywhere, that of package.json, which is not below that of the contract', async () => {
    expect((await service.get('/health')).json.version).toBe(RELEASE);
    expect((await openapi()).info.version).toBe(RELEASE);
    // The metrics show it too: see the spec of the metrics registry.
    const agent = await connectAgent(service.url);
    expect(agent.getServerVersion()).toMatchObject({ version: RELEASE });
    await agent.close();
    const [major = 0, minor = 0, patch = 0] = RELEASE.split('.').map(Number);
    expect([major, minor, patch].reduce((sum, part) => sum * 1_000 + part)).toBeGreaterThanOrEqual(1_000_135);
  });

  it('R-313: count requests by method and status in the metrics', async () => {
    await service.get('blocks/latest');
    await service.get('blocks/x');
    await service.get('nope');
    const { headers, text } = await service.get('/metrics');
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(text).toContain(
      'chainproof_http_request_duration_seconds_count{method="getLatestBlock",status="200",address="key"} 1',
    );
    expect(text).toContain(
      'chainproof_http_request_duration_seconds_count{method="getBlock",status="400",address="key"} 1',
    );
    expect(text).toContain(
      'chainproof_http_request_duration_seconds_count{method="none",status="404",address="key"} 1',
    );
    expect(text).toContain('chainproof_http_refusals_total{code="bad_request"} 1');
  });

  it('R-019, R-313: have a section for each method on the reference page, which loads nothing from elsewhere', async () => {
    const { headers, text } = await service.get('/docs');
    expect(headers['content-type']).toMatch(/^text\/html/);
    for (const operationId of BUILT) expect(text).toContain(`<section id="${operationId}" class="call">`);
    expect(text).not.toMatch(/ src=| on\w+=|\burl\(|@import|<link (?!rel="icon" href="data:,")/);
  });

  it('let the reference page run its own style and script, and request its own service, and nothing else', async () => {
    const { headers, text } = await service.get('/docs');
    const policy = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((directive) => {
          const [name = '', ...sources] = directive.split(' ');
          return [name, sources.join(' ')];
        }),
    );
    const hashed = (element: string): string[] =>
      [...text.matchAll(new RegExp(`<${element}(?: type="module")?>(.*?)</${element}>`, 'gs'))].map(
        ([, inside = '']) => `'sha256-${createHash('sha256').update(inside).digest('base64')}'`,
      );
    expect(hashed('script')).toEqual([policy.get('script-src')]);
    expect(hashed('style')).toEqual([policy.get('style-src')]);
    expect([policy.get('default-src'), policy.get('connect-src')]).toEqual(["'none'", "'self'"]);
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text).not.toMatch(/ style="/);
  });

  it('R-302, R-012, R-313: have a document that names its release and its methods, and no webhooks', async () => {
    const document = await openapi();
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info.version).toBe(RELEASE);
    expect(document).not.toHaveProperty('webhooks');
    const operations = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap(
      (item) => Object.values(item).map(({ operationId }) => operationId),
    );
    expect(operations.sort()).toEqual(BUILT);
  });

  it('have a document that describes no method by the same sentence twice', async () => {
    const { paths } = await openapi();
    type Operation = { operationId: string; description: string };
    const methods = Object.values<Record<string, Operation>>(paths).flatMap((item) => Object.values(item));
    expect(methods).toHaveLength(BUILT.length);
    for (const { operationId, description } of methods) {
      const sentences = description.split(/(?<=\.)\s+/);
      expect([operationId, sentences]).toEqual([operationId, [...new Set(sentences)]]);
    }
  });

  it('R-026, R-313: have a document whose references all resolve', async () => {
    const document = await openapi();
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]*)"/g)].map(([, path]) =>
      path!.split('/'),
    );
    expect(references.length).toBeGreaterThan(50);
    for (const path of references) {
      expect([path.join('/'), path.reduce((place, key) => place?.[key], document)]).toEqual([
        path.join('/'),
        expect.any(Object),
      ]);
    }
  });

  it('R-074: have a document with closed records, and answer with no other fields', async () => {
    const { components } = await openapi();
    const described = (record: string) => Object.keys(components.schemas[record].properties);
    const block = (await service.get('blocks/latest')).json.data;
    const page = (await service.get('blocks/19426587/transactions')).json.data;
    const detail = (await service.get(`transactions/${page.transactions[0].hash}`)).json.data;
    for (const [record, answer] of [
      ['Block', block],
      ['BlockTransactions', page],
      ['Transaction', page.transactions[0]],
      ['TransactionDetail', detail],
    ] as const) {
      expect(components.schemas[record].additionalProperties).toBe(false);
      expect(described(record)).toEqual(expect.arrayContaining(Object.keys(answer)));
    }
  });
});

describe('access without a key', () => {
  const service = useService();
  const statusAt = async (target: string, headers: Record<string, string>) => {
    const { status, json } = await service.get(target, { headers });
    return [status, json?.error?.details?.reason ?? json?.error?.code];
  };
  const OWN = ['127.0.0.1:1', 'localhost', '[::1]:8080'];

  it('is refused for foreign host names, which pages of other sites could point at an open service', async () => {
    for (const host of ['evil.test', 'evil.test:8080', 'localhost.evil.test'])
      expect(await statusAt('blocks/latest', { host })).toEqual([403, 'origin_not_allowed']);
    for (const host of [...OWN, new URL(PUBLIC_URL).host])
      expect(await statusAt('blocks/latest', { host })).toEqual([200, undefined]);
    const { status } = await post(service.url, toolCall('get_latest_block', {}), { host: 'evil.test' });
    expect(status).toBe(403);
  });

  it('includes metrics for the machine itself, but not through a proxy or under another host name', async () => {
    for (const host of OWN) expect((await service.get('/metrics', { headers: { host } })).status).toBe(200);
    for (const headers of [{ host: 'evil.test' }, { 'x-forwarded-for': '10.0.0.1' }] as Record<
      string,
      string
    >[])
      expect(await statusAt('/metrics', headers)).toEqual([404, 'not_found']);
  });

  it('includes the reference 600 times a minute for each address, and does not limit other methods by that', async () => {
    const statuses = new Map<number, number>();
    for (let time = 0; time < 320; time++)
      for (const target of ['/openapi.json', '/docs']) {
        const { status } = await service.get(target, { method: 'HEAD' });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    expect([...statuses]).toEqual([
      [200, 600],
      [429, 40],
    ]);
    const { headers, json } = await service.get('/openapi.json');
    expect(json.error.details).toEqual({ reason: 'rate_limited', retryAfterSeconds: expect.any(Number) });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await service.get('/health')).status).toBe(200);
    expect((await service.get('blocks/latest')).status).toBe(200);
  });
});

describe('a service with a token for its metrics', () => {
  const token = 'a-token-of-some-length';
  const service = useService({ metricsToken: token });

  it('shows them to requests with the token only', async () => {
    const asked = async (headers: Record<string, string>) =>
      (await service.get('/metrics', { headers })).status;
    expect(await asked({})).toBe(401);
    expect(await asked({ authorization: 'Bearer another-token-of-some-length' })).toBe(401);
    expect(await asked({ authorization: `Bearer ${token}`, 'x-forwarded-for': '10.0.0.1' })).toBe(200);
  });
});

describe('a service that lacks something', () => {
  const log: string[] = [];
  const lacking = new Set(['gone', 'behind']);
  let looks = 0;
  const checkOf = (name: string) => ({
    name,
    async check() {
      looks++;
      await setTimeout(10);
      if (lacking.has(name)) throw new Error(name === 'gone' ? 'postgres://user:secret@host' : '40 blocks');
    },
  });
  const service = useService({
    readiness: () => ['there', 'gone', 'behind'].map(checkOf),
    logger: new NestLogger(createLogger('info', { write: (line) => log.push(line) })),
  });

  it('R-034, R-313: is not ready, but alive, and reveals no secrets', async () => {
    const { status, headers, text, json } = await service.get('/ready');
    expect([status, json.error.code]).toEqual([503, 'service_unavailable']);
    expect(headers['retry-after']).toBeDefined();
    expect(text).not.toContain('secret');
    expect((await service.get('/health')).status).toBe(200);
  });

  it('names in its message the checks that fail, without details', async () => {
    const { error } = (await service.get('/ready')).json;
    expect(error).toEqual({ code: 'service_unavailable', message: 'Not ready: gone, behind.' });
  });

  it('logs what it lacks once, and when it is ready again', async () => {
    const said = () => log.filter((line) => line.includes('ready')).map((line) => JSON.parse(line).msg);
    for (let time = 0; time < 3; time++) await service.get('/ready');
    expect(said().sort()).toEqual([
      'not ready: behind: 40 blocks',
      expect.stringMatching(/^not ready: gone: ./),
    ]);
    lacking.delete('behind');
    expect((await service.get('/ready')).json.error.message).toBe('Not ready: gone.');
    expect(said().at(-1)).toBe('ready again: behind');
    lacking.delete('gone');
    expect((await service.get('/ready')).status).toBe(200);
    expect(log.join()).not.toContain('[object');
  });

  it('checks once for requests at the same time', async () => {
    const before = looks;
    await Promise.all(Array.from({ length: 50 }, () => service.get('/ready')));
    expect(looks - before).toBeLessThan(50 * 3);
  });
});
