import { Command } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';

@Command({
  name: 'serve',
  description:
    'Runs the service: follows the chain and serves the API. Without RPC_URLS it starts a demo chain, without ' +
    'DATABASE_URL an embedded PostgreSQL, and with NEO4J=embedded also a Neo4j. Ctrl-C stops everything that it ' +
    'started. The next start continues where it stopped.',
})
export class ServeCommand extends StrictCommand {
  run(): Promise<void> {
    return runIn(async () => (await import('./serve.js')).Serve);
  }
}
