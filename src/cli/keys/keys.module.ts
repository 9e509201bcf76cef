import { Module } from '@nestjs/common';
import { KeyStore } from '../../api/access/key-store.js';
import { Config } from '../../platform/config/config.js';
import { keyStore } from '../../runtime/access/access.js';
import { CreateKeyHandler, RevokeKeyHandler } from '../../runtime/access/key.commands.js';
import { Database } from '../../runtime/database/database.js';
import { CommandModule } from '../command/command.module.js';

/** The keys of the configured database, beside a running service or without. */
@Module({
  imports: [CommandModule],
  providers: [
    CreateKeyHandler,
    RevokeKeyHandler,
    {
      provide: KeyStore,
      inject: [Config, Database],
      useFactory: async (config: Config, database: Database) =>
        keyStore(config, (await database.open('expect')).pool),
    },
  ],
  exports: [KeyStore],
})
export class KeysModule {}
