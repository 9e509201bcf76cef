import { ApiSchema } from '@nestjs/swagger';
import type { ClaimInterval } from '../../claims/claims-at-block.reader.js';
import type { Address } from '../../domain/chain/hex.js';
import {
  AddressField,
  ChainIdField,
  ClaimIdField,
  FlagField,
  LongField,
  RecordListField,
  TextField,
  TextListField,
} from '../http/record/field.js';
import { orAbsent } from '../http/record/or-absent.js';

const COVERED = 'Families whose attributes are listed; for other families it is unknown whether they held.';

@ApiSchema({
  name: 'AttributeInterval',
  description: 'Interval of blocks in which an attribute held.',
})
export class AttributeIntervalDto {
  @ClaimIdField('The attribute, `family:name`.')
  readonly attributeId!: string;

  @LongField('First covered block in which it held.')
  readonly startBlock!: number;

  @LongField('Last block in which it held.', 'it still holds at the end of what is covered')
  readonly endBlock?: number;

  @TextField('Value of the attribute.', 'it has none')
  readonly value?: string;
}

@ApiSchema({
  name: 'AttributesAtBlock',
  description: 'The attributes that held at the end of one block, of covered families only.',
})
export class AttributesAtBlockDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @AddressField('The address.')
  readonly address!: Address;

  @LongField('The block asked for.')
  readonly block!: number;

  @LongField('Highest block evaluated.')
  readonly coverageBlock!: number;

  @RecordListField(() => AttributeIntervalDto, 'The intervals that contain the block, ascending by start.')
  readonly intervals!: readonly AttributeIntervalDto[];

  @TextListField(COVERED)
  readonly coveredFamilies!: readonly string[];

  @FlagField(
    'False when nothing at all is recorded of the address, which is not the same as an empty list.',
    'not stated',
  )
  readonly addressKnown?: boolean;
}

@ApiSchema({
  name: 'AttributeHistory',
  description: 'The intervals in which attributes of one address held.',
})
export class AttributeHistoryDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @AddressField('The address.')
  readonly address!: Address;

  @RecordListField(() => AttributeIntervalDto, 'Ascending by start, then attribute id.', 1000)
  readonly intervals!: readonly AttributeIntervalDto[];

  @TextListField(COVERED)
  readonly coveredFamilies!: readonly string[];

  @FlagField('Whether the list was cut at `limit`; it is the beginning of the history then.')
  readonly truncated!: boolean;
}

export function attributeInterval({ id, startBlock, endBlock, value }: ClaimInterval): AttributeIntervalDto {
  return { attributeId: id, startBlock, ...orAbsent('endBlock', endBlock), ...orAbsent('value', value) };
}
