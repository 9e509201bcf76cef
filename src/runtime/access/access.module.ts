import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { Access } from '../../api/access/access.js';
import { KeyStore } from '../../api/access/key-store.js';
import { ExplorerSettings } from '../../api/explore/explorer-settings.js';
import { CursorKey } from '../../api/http/cursor/cursor-key.js';
import { Config } from '../../platform/config/config.js';
import { answers } from '../../platform/config/role.js';
import { Logger } from '../../platform/log/logger.js';
import { Chain } from '../chain/chain.js';
import { ChainModule } from '../chain/chain.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { OpenDatabase } from '../database/open-database.js';
import { PrimaryPool } from '../database/primary-pool.js';
import { demoKey } from '../demo/demo-key.js';
import { chainDirectory } from '../directory/chain-directory.js';
import { keptSecret } from '../directory/kept-secret.js';
import { accessOf, keyStore, noteForeignKeys } from './access.js';
import { DemoAccess } from './demo-access.js';
import { explorerSettings } from './explorer-settings.js';
import { CreateKey, CreateKeyHandler } from './key.commands.js';

@Module({
  imports: [DatabaseModule, ChainModule],
  providers: [
    CreateKeyHandler,
    DemoAccess,
    { provide: Access, inject: [Config, Pool, PrimaryPool], useFactory: accessOf },
    { provide: KeyStore, inject: [Config, DataSource], useFactory: keyStore },
    {
      provide: CursorKey,
      // After the preflight: the directory is this process's alone.
      inject: [Config, OpenDatabase],
      useFactory: (config: Config) => CursorKey.of(keptSecret(chainDirectory(config), 'cursor')),
    },
    {
      provide: ExplorerSettings,
      inject: [Config, Chain, DemoAccess],
      useFactory: explorerSettings,
    },
  ],
  exports: [Access, CursorKey, DemoAccess, ExplorerSettings],
})
export class AccessModule implements OnApplicationBootstrap {
  constructor(
    private readonly config: Config,
    private readonly chain: Chain,
    private readonly keys: KeyStore,
    private readonly commands: CommandBus,
    private readonly demoAccess: DemoAccess,
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.access !== 'keys' || !answers(this.config.role)) return;
    if (this.chain.demo)
      this.demoAccess.key = await demoKey(chainDirectory(this.config), this.keys, (terms) =>
        this.commands.execute(new CreateKey(terms)),
      );
    await noteForeignKeys(this.keys, (line) => this.logger.warn(line));
  }
}
