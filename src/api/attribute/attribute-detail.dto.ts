import { ApiSchema } from '@nestjs/swagger';
import type { HeldAttribute } from '../../projection/graph/graph-store.reader.js';
import { ChoiceField, ClaimIdField, LongField } from '../http/record/field.js';

@ApiSchema({ name: 'AttributeDetail', description: 'One attribute that is proven.' })
export class AttributeDetailDto {
  @ClaimIdField('The attribute, `family:name`.')
  readonly attributeId!: string;

  @ChoiceField(['pass'], '`pass`: proven. Nothing else is listed.')
  readonly result!: 'pass';

  @LongField('Largest start block of the facts behind it.')
  readonly referenceBlock!: number;
}

export function attributeDetail({ id, referenceBlock }: HeldAttribute): AttributeDetailDto {
  return { attributeId: id, result: 'pass', referenceBlock };
}
