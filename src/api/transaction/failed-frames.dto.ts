import { ApiSchema } from '@nestjs/swagger';
import type { Hash } from '../../domain/chain/hex.js';
import { ChainIdField, HashField, LongField, RecordListField } from '../http/record/field.js';
import { FailedCallFrameDto } from './failed-call-frame.dto.js';

@ApiSchema({
  name: 'FailedFrames',
  description: 'The failed call frames of one transaction; the list is empty if every frame succeeded.',
})
export class FailedFramesDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @HashField('The transaction.')
  readonly txHash!: Hash;

  @LongField('Its block.')
  readonly blockNumber!: number;

  @RecordListField(() => FailedCallFrameDto, 'Ascending by depth, then path.')
  readonly frames!: readonly FailedCallFrameDto[];
}
