import { Module } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RevokeKey } from '../../runtime/access/key.commands.js';
import { KeysModule } from './keys.module.js';

/** `keys revoke`. */
@Module({ imports: [KeysModule] })
export class KeysRevoke {
  constructor(private readonly commands: CommandBus) {}

  async run(id: number): Promise<void> {
    if (!(await this.commands.execute(new RevokeKey(id))))
      throw new Error(`there is no key ${id} that could be revoked: \`keys list\` shows their states`);
    console.log(`key ${id} is revoked`);
  }
}
