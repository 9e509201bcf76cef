import { Command } from 'nest-commander';
import { readConfig } from '../platform/config/config.js';
import { StrictCommand } from './strict-command.js';

@Command({
  name: 'openapi',
  description:
    'Prints the OpenAPI document that a service with the same settings serves. Needs no database, no node and no running service.',
})
export class OpenapiCommand extends StrictCommand {
  async run(): Promise<void> {
    // Read here: the other commands need not wait for a web framework to load.
    const { openapiDocument } = await import('./openapi-document.js');
    process.stdout.write(`${await openapiDocument(readConfig(process.env))}\n`);
  }
}
