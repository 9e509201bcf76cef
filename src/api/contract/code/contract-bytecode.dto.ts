import { ApiSchema } from '@nestjs/swagger';
import type { Address, Hash, Hex } from '../../../domain/chain/hex.js';
import {
  AddressField,
  BytesField,
  ChainIdField,
  CodeField,
  CountField,
  HashField,
} from '../../http/record/field.js';

@ApiSchema({ name: 'ContractBytecode', description: 'Runtime code of one contract.' })
export class ContractBytecodeDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @AddressField('The contract.')
  readonly address!: Address;

  @HashField('keccak-256 of the code.')
  readonly codeHash!: Hash;

  @CodeField('The code; `0x` where it is longer than 24,576 bytes.')
  readonly bytecode!: string;

  @CountField('Size of the code, bytes.')
  readonly bytecodeSize!: number;

  @BytesField('Hash of the operations alone: equal for code that differs only in metadata and constants.')
  readonly fingerprint!: Hex;
}
