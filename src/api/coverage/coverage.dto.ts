import { ApiSchema } from '@nestjs/swagger';
import type { Hash } from '../../domain/chain/hex.js';
import {
  ChainIdField,
  ChoiceField,
  HashField,
  LongField,
  RecordField,
  RecordListField,
  TextField,
  UnixSecondsField,
} from '../http/record/field.js';

@ApiSchema({ name: 'BlockRange', description: 'Blocks from one to another, both included.' })
export class BlockRangeDto {
  @LongField('First block.')
  readonly fromBlock!: number;

  @LongField('Last block.')
  readonly toBlock!: number;
}

@ApiSchema({
  name: 'CoverageFamily',
  description:
    'What is covered of one family; ranges and gaps together are every block from `startBlock` to the newest.',
})
export class CoverageFamilyDto {
  @TextField(
    '`blocks` with receipts and logs, `frames`, `failed_frames` (where every call that failed is known), `ommers`, `state_diff` (what transactions change), `access_list` (since Amsterdam: the header binds the list of what they change), a family of attributes, or the id of a relation.',
  )
  readonly family!: string;

  @ChoiceField(['chain', 'attribute', 'relation'], 'Sort of family.')
  readonly kind!: 'chain' | 'attribute' | 'relation';

  @LongField('First block the family is meant to cover.')
  readonly startBlock!: number;

  @RecordListField(() => BlockRangeDto, 'Covered blocks: ascending, disjoint, never adjacent.')
  readonly ranges!: readonly BlockRangeDto[];

  @RecordListField(() => BlockRangeDto, 'Blocks that are not covered: ascending, disjoint, never adjacent.')
  readonly gaps!: readonly BlockRangeDto[];

  @LongField('End of the last range, whatever gaps lie below.', 'nothing is covered yet')
  readonly coverageBlock?: number;
}

@ApiSchema({ name: 'CoverageHead', description: 'The newest block.' })
export class CoverageHeadDto {
  @LongField('Block number.')
  readonly number!: number;

  @HashField('Hash of the block.')
  readonly hash!: Hash;

  @UnixSecondsField('Block time, Unix seconds.')
  readonly timestamp!: number;
}

@ApiSchema({ name: 'Coverage', description: 'The newest block and what is covered of each family.' })
export class CoverageDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @RecordField(() => CoverageHeadDto, 'The newest stored block.')
  readonly head!: CoverageHeadDto;

  @RecordListField(() => CoverageFamilyDto, 'Ascending by family.')
  readonly families!: readonly CoverageFamilyDto[];
}
