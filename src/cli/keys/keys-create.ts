import { Module } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { KeyStore, type KeyTerms } from '../../api/access/key-store.js';
import { CreateKey } from '../../runtime/access/key.commands.js';
import { keyTable } from './key-text.js';
import { KeysModule } from './keys.module.js';

/** `keys create`. */
@Module({ imports: [KeysModule] })
export class KeysCreate {
  constructor(
    private readonly commands: CommandBus,
    private readonly keys: KeyStore,
  ) {}

  async run(terms: KeyTerms): Promise<void> {
    const { id, key } = await this.commands.execute(new CreateKey(terms));
    const record = await this.keys.byId(id);
    console.error(`${keyTable(record ? [record] : [])}\n\nKeep it: it cannot be shown again.\n`);
    console.log(key);
  }
}
