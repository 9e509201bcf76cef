import { once } from 'node:events';
import { Command, CommandRunner } from 'nest-commander';
import { type Config, readConfig } from '../platform/config/config.js';
import { redactUrl } from '../platform/config/redact-url.js';
import { createLogger } from '../platform/log/logger.js';
import { capabilityRows } from '../source/execution/capabilities.js';
import { type RunningService, startService } from './service.js';
import { textTable } from './text-table.js';

@Command({
  name: 'serve',
  description:
    'Runs the service: follows the chain and serves the API. Without RPC_URLS it starts a demo chain, without DATABASE_URL ' +
    'a PostgreSQL of its own. Ctrl-C stops everything it started; the next start continues where it stopped.',
  options: { isDefault: true },
})
export class ServeCommand extends CommandRunner {
  async run(): Promise<void> {
    const config = readConfig(process.env);
    const service = await startService(config, createLogger(config.logLevel));
    try {
      // A real chain may take days to catch up with: only the demo is worth waiting for.
      if (service.demo) await Promise.race([service.caughtUp(), stopRequested()]);
      console.log(await introduction(config, service));
      await stopRequested();
      console.log('\nStopping: letting the requests and the blocks under way finish.');
    } finally {
      await service.stop();
    }
  }
}

/** Resolves at Ctrl-C or a polite kill; a second one ends the process at once. */
async function stopRequested(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  process.once('SIGINT', () => process.exit(130));
}

async function introduction(config: Config, service: RunningService): Promise<string> {
  const { url, demo, database } = service;
  const chain = `${url}/api/v1/chains/1`;
  const lines = [
    'Chainproof is running. Ctrl-C stops it.',
    '',
    `  API       ${url}        reference: ${url}/docs`,
    `  database  ${config.databaseUrl ? redactUrl(config.databaseUrl) : `embedded PostgreSQL at ${new URL(database.url).host}`}`,
    demo
      ? `  chain     demo chain at ${demo.url}, blocks ${demo.firstBlock} to ${demo.height()}, one more every 12 s`
      : `  chain     ${config.rpcUrls.map(redactUrl).join(', ')}`,
    '',
  ];
  for (const { name, capabilities } of service.nodes()) {
    const rows = capabilityRows(capabilities).map(({ need, given, without }) => [need, given, without]);
    lines.push(
      `node ${name} (${capabilities.client})`,
      textTable(['need', 'given by', 'if not given'], rows),
      '',
    );
  }
  const example = demo ? demo.firstBlock + 1 : 'latest';
  lines.push(
    'Try:',
    `  curl -s ${chain}/blocks/latest`,
    demo ? `  curl -s '${chain}/blocks/${example}/transactions?limit=3'` : `  curl -s ${url}/ready`,
    `  curl -s ${chain}/coverage`,
  );
  return lines.join('\n');
}
