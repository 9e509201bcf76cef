import { Module } from '@nestjs/common';
import { KeyStore } from '../../api/access/key-store.js';
import { keyTable } from './key-text.js';
import { KeysModule } from './keys.module.js';

/** `keys list`. */
@Module({ imports: [KeysModule] })
export class KeysList {
  constructor(private readonly keys: KeyStore) {}

  async run(): Promise<void> {
    console.log(keyTable(await this.keys.all()));
  }
}
