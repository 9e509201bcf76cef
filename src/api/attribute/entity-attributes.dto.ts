import { ApiSchema } from '@nestjs/swagger';
import {
  AddressField,
  ChainIdField,
  ClaimIdListField,
  CursorField,
  RecordField,
  RecordListField,
} from '../http/record/field.js';
import { AttributeDetailDto } from './attribute-detail.dto.js';
import { TypeHintsDto } from './type-hints.dto.js';

const HINTS = 'What chain records suggest meanwhile.';
const REACHED = 'the nature of the address is evaluated up to the newest block';

@ApiSchema({
  name: 'EntityAttributes',
  description: 'Everything proven of one address. An attribute that is missing never means its opposite.',
})
export class EntityAttributesDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @AddressField('The address.')
  readonly entity!: string;

  @ClaimIdListField('Ids of what is proven, ascending; empty when nothing is.')
  readonly attributes!: readonly string[];

  @RecordListField(() => AttributeDetailDto, 'One entry per id, in the same order.')
  readonly attributeDetails!: readonly AttributeDetailDto[];

  @RecordField(() => TypeHintsDto, HINTS, REACHED)
  readonly typeHints?: TypeHintsDto;
}

@ApiSchema({ name: 'AttributesPage', description: 'A page of what is proven of one address.' })
export class AttributesPageDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @AddressField('The address.')
  readonly entity!: string;

  @RecordListField(() => AttributeDetailDto, 'Ascending by attribute id.', 200)
  readonly attributes!: readonly AttributeDetailDto[];

  @RecordField(() => TypeHintsDto, HINTS, REACHED)
  readonly typeHints?: TypeHintsDto;

  @CursorField('Continues this request after the last row.', 'this is the last page')
  readonly nextCursor?: string;
}
