import { ApiSchema } from '@nestjs/swagger';
import type { Address, Hash } from '../../domain/chain/hex.js';
import { AddressField, ChoiceField, FlagField, HashField, LongField } from '../http/record/field.js';

const BYTECODE_VARIANTS = ['legacy_raw', 'legacy_analyzed', 'eip7702'] as const;

@ApiSchema({ name: 'AddressContractBrief', description: 'The code held at an address.' })
export class AddressContractBriefDto {
  @HashField('Keccak-256 of the code.')
  readonly codeHash!: Hash;

  @ChoiceField(BYTECODE_VARIANTS, '`eip7702` is a designator that delegates, not code.')
  readonly bytecodeVariant!: (typeof BYTECODE_VARIANTS)[number];

  @FlagField('False after a self-destruct.')
  readonly isAlive!: boolean;

  @LongField('Block of its first code.', 'the account delegates')
  readonly deployBlock?: number;

  @AddressField('Where the account delegates to.', 'the account does not delegate')
  readonly delegate?: Address;
}
