import { Command } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';

@Command({
  name: 'openapi',
  description:
    'Prints the OpenAPI document of the API, without a database, a node or a running service. If calls are sold, ' +
    '/openapi.json of the service has their prices too.',
})
export class OpenapiCommand extends StrictCommand {
  run(): Promise<void> {
    return runIn(async () => (await import('./openapi.js')).Openapi);
  }
}
