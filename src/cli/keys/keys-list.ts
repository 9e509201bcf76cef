import { Module } from '@nestjs/common';
import { KeyStore } from '../../api/access/key-store.js';
import { keyTable } from './key-text.js';
import { KeysModule } from './keys.module.js';

/** `keys list`. */
@Module({ imports: [KeysModule] })
export class KeysList {
  constructor(private readonly keys: KeyStore) {}

  async run(): Promise<void> {
    const keys = await this.keys.all();
    console.log(keys.length === 0 ? 'there are no keys yet: `keys create` makes one' : keyTable(keys));
  }
}
