import { Command } from 'nest-commander';
import { StrictCommand } from '../command/strict-command.js';

@Command({
  name: 'openapi',
  description:
    'Prints the OpenAPI document of the API. Needs no database, no node and no running service; what calls cost at a pay address is said by the ' +
    '/openapi.json of the service that sells them.',
})
export class OpenapiCommand extends StrictCommand {
  async run(): Promise<void> {
    await (await import('./openapi.js')).run();
  }
}
