import { Module } from '@nestjs/common';
import { KeyStore } from '../../api/access/key-store.js';
import { keyText } from './key-text.js';
import { KeysModule } from './keys.module.js';

/** `keys show`. */
@Module({ imports: [KeysModule] })
export class KeysShow {
  constructor(private readonly keys: KeyStore) {}

  async run(id: number): Promise<void> {
    const key = await this.keys.byId(id);
    if (!key) throw new Error(`there is no key ${id}: \`keys list\` shows the existing ones`);
    console.log(keyText(key));
  }
}
