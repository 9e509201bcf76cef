import { ApiSchema } from '@nestjs/swagger';
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
  readonly address!: string;

  @HashField('keccak-256 of the code.')
  readonly codeHash!: string;

  @CodeField('The code; `0x` where it is longer than 24,576 bytes.')
  readonly bytecode!: string;

  @CountField('Size of the code, bytes.')
  readonly bytecodeSize!: number;

  @BytesField('Hash of the operations alone: equal for code that differs only in metadata and constants.')
  readonly fingerprint!: string;
}
