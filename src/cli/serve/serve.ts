import { once } from 'node:events';
import { Module } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { redactUrl } from '../../platform/config/redact-url.js';
import { answers } from '../../platform/config/role.js';
import { Logger } from '../../platform/log/logger.js';
import type { NodeContact } from '../../runtime/preflight/node-contact.js';
import { type RunningService, startService } from '../../runtime/service.js';
import { CommandModule } from '../command/command.module.js';
import { stopRequested } from '../command/stop-signals.js';
import { capabilityTables } from '../text/capability-tables.js';

/** `serve`. */
@Module({ imports: [CommandModule] })
export class Serve {
  constructor(
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  async run(): Promise<void> {
    const service = await startService(this.config, this.logger);
    if (service.contact.nodes.length === 0)
      void service.connected.then((nodes) => console.log(`\n${capabilityTables(nodes)}`));
    const stop = stopRequested();
    const stopping = stop.aborted ? Promise.resolve() : once(stop, 'abort');
    try {
      // Only for the demo, because a real chain may take days to catch up.
      const caughtUp = service.demo ? service.caughtUp(stop) : Promise.resolve();
      const ready = await Promise.race([caughtUp.then(() => undefined), service.failed]);
      if (ready === undefined && !stop.aborted) console.log(introduction(this.config, service));
      const failure = ready ?? (await Promise.race([stopping.then(() => undefined), service.failed]));
      if (failure) throw failure;
      console.log('\nStopping: letting the requests and the blocks under way finish.');
    } finally {
      await service.stop();
    }
  }
}

function introduction(config: Config, service: RunningService): string {
  const { url, demo, database, graphUri, contact } = service;
  if (!answers(config.role)) return operationsIntroduction(config, service);
  const chain = `${url}/api/v1/chains/1`;
  const curl = `curl -s${keyHeader(config, service)}`;
  const lines = [
    'Chainproof is running. Ctrl-C stops it.',
    '',
    ...(config.explorer ? [`  explorer  ${url}/explore        pages for people: open it in a browser`] : []),
    `  API       ${url}        reference: ${url}/docs`,
    `  database  ${config.databaseUrl ? redactUrl(config.databaseUrl) : `embedded PostgreSQL at ${new URL(database.url).host}`}`,
    ...(graphUri === undefined
      ? []
      : [`  graph     ${config.neo4j === 'embedded' ? 'embedded ' : ''}Neo4j at ${redactUrl(graphUri)}`]),
    demo
      ? `  chain     demo chain at ${demo.url}, blocks ${demo.firstBlock} to ${demo.height()}, one more every 12 s`
      : `  chain     ${config.rpcUrls.map(redactUrl).join(', ')}`,
    ...absentNodes(contact),
    `  access    ${accessText(config, service)}`,
    ...payLines(service),
    '',
  ];
  if (contact.nodes.length > 0) lines.push(capabilityTables(contact.nodes), '');
  const example = demo ? demo.firstBlock + 1 : 'latest';
  lines.push(
    'Try:',
    `  ${curl} ${chain}/blocks/latest`,
    demo ? `  ${curl} '${chain}/blocks/${example}/transactions?limit=3'` : `  curl -s ${url}/ready`,
    ...payExample(service),
    `  ${curl} ${chain}/coverage`,
  );
  return lines.join('\n');
}

/** The introduction of a process that serves only health, readiness and metrics. */
function operationsIntroduction(
  { role, databaseUrl = '', rpcUrls }: Config,
  { url, contact }: RunningService,
): string {
  return [
    `Chainproof is running with ROLE=${role}. Ctrl-C stops it.`,
    '',
    `  listens   ${url}/health, ${url}/ready and ${url}/metrics`,
    `  database  ${redactUrl(databaseUrl)}`,
    `  chain     ${rpcUrls.map(redactUrl).join(', ')}`,
    ...absentNodes(contact),
  ].join('\n');
}

/** The header in double quotes, so that the shell inserts the user's `$KEY` if there is no key to show. */
function keyHeader({ access }: Config, { demoKey = '$KEY' }: RunningService): string {
  return access === 'open' ? '' : ` -H "X-API-Key: ${demoKey}"`;
}

function accessText({ access }: Config, { demoKey }: RunningService): string {
  if (access === 'open') return 'open: anyone who reaches the port may ask everything';
  return demoKey === undefined
    ? 'by key: `npm run cli -- keys create <name> --plan intelligence` makes one'
    : `by key; the demo's is ${demoKey}`;
}

function payLines({ payTerms }: RunningService): string[] {
  if (!payTerms) return [];
  const { url, token, prices } = payTerms;
  return [`  pay       ${url}: x402, a call from ${prices.lowest} units of ${token.name} (${token.address})`];
}

/** An example of a payment. On the demo chain the private key of an account with dollars is public. */
function payExample({ payTerms, demoPayments }: RunningService): string[] {
  if (!payTerms || !demoPayments) return [];
  const { privateKey } = demoPayments.payer;
  return [
    `  PAYER_KEY=${privateKey} node scripts/pay.mjs ${payTerms.url}/api/v1/chains/1/blocks/latest ${payTerms.token.address}`,
  ];
}

function absentNodes({ nodes, leftOut }: NodeContact): string[] {
  const lines = leftOut.map(({ node, reason }) => `            left out: ${node}: ${reason}`);
  if (nodes.length === 0) lines.push('            no node can be reached: it will be tried again and again');
  return lines;
}
