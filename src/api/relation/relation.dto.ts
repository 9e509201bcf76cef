import { ApiSchema } from '@nestjs/swagger';
import type { Address } from '../../domain/chain/hex.js';
import type { HeldRelation } from '../../projection/graph/graph-store.reader.js';
import {
  AddressField,
  ChainIdField,
  ChoiceField,
  CursorField,
  LongField,
  RecordListField,
  RelationIdField,
  TextField,
} from '../http/record/field.js';
import { orAbsent } from '../http/record/or-absent.js';

const DIRECTIONS = ['subject', 'object'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const VALUE = 'Value of the relation; several of one pair are sorted and joined by commas.';
export const NO_VALUE = 'it has none';

/** Whether the requested address is subject or object of a relation. */
export const DirectionField = ChoiceField(
  DIRECTIONS,
  '`subject`: what the address points at. `object`: who points at the address.',
);

@ApiSchema({ name: 'Relation', description: 'One relation that is proven now.' })
export class RelationDto {
  @RelationIdField('The relation, `relation:name`.')
  readonly attributeId!: string;

  @AddressField('The other end.')
  readonly counterpart!: Address;

  @ChoiceField(['pass'], '`pass`: proven. Nothing else is listed.')
  readonly result!: 'pass';

  @LongField('Largest start block of the facts behind it.')
  readonly referenceBlock!: number;

  @TextField(VALUE, NO_VALUE)
  readonly value?: string;
}

@ApiSchema({
  name: 'Relations',
  description: 'A page of the relations that are proven now. Only a missing cursor marks the last page.',
})
export class RelationsDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @AddressField('The address.')
  readonly address!: Address;

  @DirectionField
  readonly direction!: Direction;

  @RecordListField(
    () => RelationDto,
    'Ascending by relation id, then counterpart; each pair appears once.',
    200,
  )
  readonly relations!: readonly RelationDto[];

  @CursorField('Continues this request after the last row.', 'this is the last page')
  readonly nextCursor?: string;
}

export function relationRecord({ id, counterpart, referenceBlock, value }: HeldRelation): RelationDto {
  return { attributeId: id, counterpart, result: 'pass', referenceBlock, ...orAbsent('value', value) };
}
