import { Module } from '@nestjs/common';
import { Database } from '../../runtime/database/database.js';
import { CommandModule } from '../command/command.module.js';

/** `migrate`. */
@Module({ imports: [CommandModule] })
export class Migrate {
  constructor(private readonly database: Database) {}

  async run(): Promise<void> {
    const { migrated } = await this.database.open('apply');
    console.log(migrated.length > 0 ? `applied: ${migrated.join(', ')}` : 'nothing to apply');
  }
}
