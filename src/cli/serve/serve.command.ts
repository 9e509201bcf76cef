import { Command } from 'nest-commander';
import { StrictCommand } from '../command/strict-command.js';

@Command({
  name: 'serve',
  description:
    'Runs the service: follows the chain and serves the API. Without RPC_URLS it starts a demo chain, without DATABASE_URL ' +
    'a PostgreSQL of its own, with NEO4J=embedded a Neo4j as well. Ctrl-C stops everything it started; the next start continues where it stopped.',
})
export class ServeCommand extends StrictCommand {
  async run(): Promise<void> {
    await (await import('./serve.js')).run();
  }
}
