import { Module } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { openapiDocument } from '../../runtime/api/openapi-document.js';
import { CommandModule } from '../command/command.module.js';

/** `openapi`. */
@Module({ imports: [CommandModule] })
export class Openapi {
  constructor(private readonly config: Config) {}

  async run(): Promise<void> {
    process.stdout.write(`${await openapiDocument(this.config)}\n`);
  }
}
