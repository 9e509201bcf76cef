import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { KeyStore, type KeyTerms } from '../../api/access/key-store.js';

/** Makes an API key. The result is the only copy of the key itself. */
export class CreateKey extends Command<{ readonly id: number; readonly key: string }> {
  constructor(readonly terms: KeyTerms) {
    super();
  }
}

@CommandHandler(CreateKey)
export class CreateKeyHandler implements ICommandHandler<CreateKey> {
  constructor(private readonly keys: KeyStore) {}

  execute({ terms }: CreateKey) {
    return this.keys.create(terms);
  }
}

/** Revokes a key, finally. The result is false if there is no such key or it was revoked before. */
export class RevokeKey extends Command<boolean> {
  constructor(readonly id: number) {
    super();
  }
}

@CommandHandler(RevokeKey)
export class RevokeKeyHandler implements ICommandHandler<RevokeKey> {
  constructor(private readonly keys: KeyStore) {}

  execute({ id }: RevokeKey) {
    return this.keys.revoke(id);
  }
}
