import { Command } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';

@Command({
  name: 'openapi',
  description:
    'Prints the OpenAPI document of the API. Needs no database, no node and no running service; what calls cost at a pay address is said by the ' +
    '/openapi.json of the service that sells them.',
})
export class OpenapiCommand extends StrictCommand {
  run(): Promise<void> {
    return runIn(async () => (await import('./openapi.js')).Openapi);
  }
}
