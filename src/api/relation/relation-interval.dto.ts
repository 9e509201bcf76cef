import { ApiSchema } from '@nestjs/swagger';
import type { ClaimInterval } from '../../claims/claims-at-block.reader.js';
import type { Address } from '../../domain/chain/hex.js';
import {
  AddressField,
  ChainIdField,
  FlagField,
  LongField,
  RecordListField,
  RelationIdField,
  TextField,
  TextListField,
} from '../http/record/field.js';
import { orAbsent } from '../http/record/or-absent.js';
import { type Direction, DirectionField, NO_VALUE, VALUE } from './relation.dto.js';

const COVERED = 'Ids of the relations that are listed; for other relations it is unknown whether they held.';

@ApiSchema({ name: 'RelationInterval', description: 'Interval of blocks in which a relation held.' })
export class RelationIntervalDto {
  @RelationIdField('The relation, `relation:name`.')
  readonly attributeId!: string;

  @AddressField('The other end.')
  readonly counterpart!: Address;

  @LongField('First covered block in which it held.')
  readonly startBlock!: number;

  @LongField('Last block in which it held.', 'it still holds at the end of what is covered')
  readonly endBlock?: number;

  @TextField(VALUE, NO_VALUE)
  readonly value?: string;
}

@ApiSchema({
  name: 'RelationsAtBlock',
  description: 'The relations that held at the end of one block, the address being their subject.',
})
export class RelationsAtBlockDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @AddressField('The subject.')
  readonly address!: Address;

  @LongField('The block asked for.')
  readonly block!: number;

  @LongField('Highest block evaluated.')
  readonly coverageBlock!: number;

  @RecordListField(() => RelationIntervalDto, 'The intervals that contain the block, ascending by start.')
  readonly intervals!: readonly RelationIntervalDto[];

  @TextListField(COVERED)
  readonly coveredFamilies!: readonly string[];

  @FlagField(
    'False when nothing at all is recorded of the address, which is not the same as an empty list.',
    'not stated',
  )
  readonly addressKnown?: boolean;
}

@ApiSchema({ name: 'RelationHistory', description: 'The intervals in which relations of one address held.' })
export class RelationHistoryDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @AddressField('The address.')
  readonly address!: Address;

  @DirectionField
  readonly direction!: Direction;

  @RecordListField(() => RelationIntervalDto, 'Ascending by start, then relation id and counterpart.', 1000)
  readonly intervals!: readonly RelationIntervalDto[];

  @TextListField(COVERED)
  readonly coveredFamilies!: readonly string[];

  @FlagField('Whether the list was cut at `limit`; it is the beginning of the history then.')
  readonly truncated!: boolean;
}

export function relationInterval({
  id,
  counterpart,
  startBlock,
  endBlock,
  value,
}: ClaimInterval): RelationIntervalDto {
  return {
    attributeId: id,
    // INVARIANT: only attributes have no counterpart.
    counterpart: counterpart!,
    startBlock,
    ...orAbsent('endBlock', endBlock),
    ...orAbsent('value', value),
  };
}
