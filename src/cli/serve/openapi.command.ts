import { Command } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';

@Command({
  name: 'openapi',
  description:
    'Prints the OpenAPI document of the API. Needs no database, no node and no running service; the /openapi.json of ' +
    'a service that sells calls has their prices, too.',
})
export class OpenapiCommand extends StrictCommand {
  run(): Promise<void> {
    return runIn(async () => (await import('./openapi.js')).Openapi);
  }
}
