import { Module } from '@nestjs/common';
import { ClaimsOfSetReader } from '../../claims/claims-of-set.reader.js';
import { Database } from '../../runtime/database/database.js';
import { CommandModule } from '../command/command.module.js';
import { textTable } from '../text/text-table.js';

/** `definitions sets`. */
@Module({ imports: [CommandModule] })
export class DefinitionsSets {
  constructor(private readonly database: Database) {}

  async run(): Promise<void> {
    const { pool } = await this.database.open('expect');
    const sets = await new ClaimsOfSetReader(pool).sets();
    if (sets.length === 0) {
      console.log('there are no definition sets yet: the service makes the first one');
      return;
    }
    const rows = sets.map(({ digest, isServed, definitions, segments }) => [
      digest,
      isServed ? 'served' : '',
      `${definitions}`,
      `${segments}`,
    ]);
    console.log(textTable(['definition set', 'state', 'definitions', 'proof segments'], rows));
  }
}
