import { ApiSchema } from '@nestjs/swagger';
import type { Address, Hash, Hex } from '../../domain/chain/hex.js';
import { DecodedEventDto } from '../contract/event/decoded-event.dto.js';
import {
  AddressField,
  BytesField,
  CallPathField,
  ChainIdField,
  ChoiceField,
  CountField,
  HashField,
  HashListField,
  LongField,
  NonEmptyTextField,
  RecordField,
  SelectorField,
  UnixSecondsField,
} from '../http/record/field.js';

export const EVIDENCE_KINDS = [
  'header',
  'tx',
  'withdrawal',
  'log',
  'frame',
  'code',
  'slot',
  'read',
  'view',
  'delegation',
];

@ApiSchema({
  name: 'Evidence',
  description: 'A piece of evidence: its block, time and transaction, and the event of a log.',
})
export class EvidenceDto {
  @ChainIdField('Always 1.')
  readonly chainId!: 1;

  @NonEmptyTextField('As proofs name it.')
  readonly ref!: string;

  @ChoiceField(
    EVIDENCE_KINDS,
    '`read`: the answer of a node to a call. `view`: the result of a call that the service executed at the end of the block. `delegation`: the account to which a contract then delegates, found in the same way. `code` and `slot`: state at the end of the block.',
  )
  readonly kind!: string;

  @HashField('Hash of the block.')
  readonly blockHash!: Hash;

  @LongField('Its number.')
  readonly blockNumber!: number;

  @UnixSecondsField('Its time, Unix seconds.')
  readonly timestamp!: number;

  @CountField('Place of the transaction in the block, from 0.', 'it is in no transaction')
  readonly txIndex?: number;

  @HashField('The transaction.', 'it is in no transaction')
  readonly txHash?: Hash;

  @AddressField('Whose code, slot or answer it is, or who emitted the log.', 'it is of no address')
  readonly address?: Address;

  @CountField('Place of the log in the block, from 0.', 'it is no log')
  readonly logIndex?: number;

  @HashListField('Topics of the log.', 'it is no log')
  readonly topics?: readonly Hash[];

  @BytesField('Data of the log.', 'it is no log')
  readonly data?: Hex;

  @ChoiceField(
    ['verified', 'partial', 'ambiguous', 'inferred', 'abi_missing', 'failed'],
    'As of event logs.',
    'it is no log',
  )
  readonly decodeStatus?: string;

  @RecordField(() => DecodedEventDto, 'The event.', 'it is no log, or no known event fits')
  readonly decoded?: DecodedEventDto;

  @CallPathField('Place of the call in its transaction: two bytes for each level.', 'it is no call')
  readonly callPath?: string;

  @CountField('Place of the withdrawal in the block, from 0.', 'it is no withdrawal')
  readonly withdrawalIndex?: number;

  @HashField('The storage slot.', 'it is no slot')
  readonly slot?: Hash;

  @SelectorField('Function of the call that was answered.', 'no function was called')
  readonly selector?: Hex;
}
