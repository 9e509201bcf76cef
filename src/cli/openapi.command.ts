import { Command } from 'nest-commander';
import { readConfig } from '../platform/config/config.js';
import { StrictCommand } from './strict-command.js';

@Command({
  name: 'openapi',
  description:
    'Prints the OpenAPI document of the API. Needs no database, no node and no running service; what calls cost at a pay address is said by the ' +
    '/openapi.json of the service that sells them.',
})
export class OpenapiCommand extends StrictCommand {
  async run(): Promise<void> {
    // Read here: the other commands need not wait for a web framework to load.
    const { openapiDocument } = await import('./openapi-document.js');
    process.stdout.write(`${await openapiDocument(readConfig(process.env))}\n`);
  }
}
