import { ApiSchema } from '@nestjs/swagger';
import type { Address } from '../../domain/chain/hex.js';
import {
  AddressField,
  ChoiceField,
  CountField,
  FlagField,
  HashField,
  LongField,
} from '../http/record/field.js';

const NOT_CREATED = 'the frame that created it is not indexed, or the chain began with it';

@ApiSchema({
  name: 'ContractLifecycle',
  description: 'From the first deployment at an address to the end of the last.',
})
export class ContractLifecycleDto {
  @LongField('Block of the first deployment.')
  readonly deployBlock!: number;

  @LongField('Block of the newest code; `deployBlock` where the code never changed.')
  readonly latestCodeBlock!: number;

  @HashField('Hash of the code first deployed.')
  readonly deployCodeHash!: string;

  @CountField('Deployments seen; destructions are not counted.')
  readonly codeChangeCount!: number;

  @FlagField('False once it destroyed itself and was not deployed again.')
  readonly isAlive!: boolean;

  @ChoiceField(['CREATE', 'CREATE2'], 'How it was first created.', NOT_CREATED)
  readonly deployCallType?: string;

  @HashField('Transaction that first created it.', NOT_CREATED)
  readonly deployTxHash?: string;

  @CountField('Place of that transaction in its block, from 0.', NOT_CREATED)
  readonly deployTxIndex?: number;

  @AddressField('Account that executed the creation.', NOT_CREATED)
  readonly deployer?: Address;

  @AddressField('Sender of that transaction.', NOT_CREATED)
  readonly origin?: Address;

  @HashField('Hash of the newest code.', 'not stated')
  readonly latestCodeHash?: string;

  @LongField('Block in which it destroyed itself.', 'it is alive')
  readonly selfDestructBlock?: number;
}
