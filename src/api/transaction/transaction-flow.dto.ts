import { ApiSchema } from '@nestjs/swagger';
import type { Hash } from '../../domain/chain/hex.js';
import type { TokenTransferRow } from '../../projection/token/transaction-token-transfers.reader.js';
import {
  ChainIdField,
  CountField,
  HashField,
  LongField,
  RecordField,
  RecordListField,
} from '../http/record/field.js';
import { TransferTokenDto, transferTokenRecord } from '../token/described/transfer-token.dto.js';
import { TokenTransferDto, tokenTransferRecord } from '../token/transfer/token-transfer.dto.js';
import { CallFrameDto } from './call-frame.dto.js';

/** The most calls, and the most transfers, of one answer. */
export const MOST_STEPS = 1000;

@ApiSchema({ name: 'FlowTokenTransfer', description: 'One movement of one token in a transaction.' })
export class FlowTokenTransferDto extends TokenTransferDto {
  @RecordField(() => TransferTokenDto, 'The token.')
  readonly token!: TransferTokenDto;
}

@ApiSchema({
  name: 'TransactionFlow',
  description: 'The calls and token transfers of one transaction, in order.',
})
export class TransactionFlowDto {
  @ChainIdField('Always 1.')
  readonly chainId!: 1;

  @HashField('Hash of the transaction.')
  readonly txHash!: Hash;

  @LongField('Its block.')
  readonly blockNumber!: number;

  @RecordListField(
    () => CallFrameDto,
    'Its calls, in the order in which they began, the first 1,000. Calls without value to precompiles are none.',
    MOST_STEPS,
    'the traces of its block are missing',
  )
  readonly frames?: readonly CallFrameDto[];

  @CountField('All of its calls.', 'the traces of its block are missing')
  readonly frameCount?: number;

  @RecordListField(
    () => FlowTokenTransferDto,
    'Its token transfers, in the order of its logs, the first 1,000. Events of the tokens state them.',
    MOST_STEPS,
  )
  readonly transfers!: readonly FlowTokenTransferDto[];

  @CountField('All of its token transfers.')
  readonly transferCount!: number;
}

/** The record of a token transfer among those of a transaction. */
export function flowTokenTransferRecord({
  token,
  movement,
  described,
}: TokenTransferRow): FlowTokenTransferDto {
  return { ...tokenTransferRecord(movement), token: transferTokenRecord(token, described) };
}
