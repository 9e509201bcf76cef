import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { KeyStore } from '../../api/access/key-store.js';
import { Config } from '../../platform/config/config.js';
import { keyStore } from '../../runtime/access/access.js';
import { CreateKeyHandler, RevokeKeyHandler } from '../../runtime/access/key.commands.js';
import { CommandEntitiesModule } from '../command/command-entities.module.js';

/** The keys of the configured database. */
@Module({
  imports: [CommandEntitiesModule],
  providers: [
    CreateKeyHandler,
    RevokeKeyHandler,
    { provide: KeyStore, inject: [Config, DataSource], useFactory: keyStore },
  ],
  exports: [KeyStore],
})
export class KeysModule {}
