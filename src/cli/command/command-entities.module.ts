import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Database } from '../../runtime/database/database.js';
import { openEntities } from '../../runtime/database/entities.js';
import { CommandModule } from './command.module.js';

/** Tables of the configured database that people manage, with or without a running service. */
@Module({
  imports: [CommandModule],
  providers: [
    {
      provide: DataSource,
      inject: [Database],
      useFactory: async (database: Database) => openEntities((await database.open('expect')).pool),
    },
  ],
  exports: [DataSource],
})
export class CommandEntitiesModule {}
