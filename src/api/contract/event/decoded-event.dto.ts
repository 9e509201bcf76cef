import { ApiExtraModels, ApiSchema } from '@nestjs/swagger';
import type { Hash } from '../../../domain/chain/hex.js';
import type { DecodedValue } from '../../../signature/decoded-event.js';
import {
  CountField,
  DecodedValueField,
  FlagField,
  HashField,
  RecordListField,
  TextField,
  TrueField,
} from '../../http/record/field.js';

@ApiSchema({
  name: 'DynamicTopic',
  description: 'An indexed argument of a dynamic type: only its hash is in the log.',
})
export class DynamicTopicDto {
  @HashField('keccak-256 of the argument.')
  readonly hash!: Hash;

  @TrueField('Always true.')
  readonly dynamic!: true;
}

@ApiExtraModels(DynamicTopicDto)
@ApiSchema({ name: 'DecodedArg', description: 'One argument of an event.' })
export class DecodedArgDto {
  @TextField('Its declared name; may be empty.')
  readonly name!: string;

  @TextField('Its canonical ABI type.')
  readonly type!: string;

  @DecodedValueField(
    () => DynamicTopicDto,
    'Integers as decimal strings, addresses and bytes as `0x` hex, arrays and tuples as arrays of values.',
  )
  readonly value!: DecodedValue;

  @FlagField('Whether it is indexed.')
  readonly indexed!: boolean;
}

@ApiSchema({ name: 'DecodedEvent', description: 'A log read as an event.' })
export class DecodedEventDto {
  @TextField('Name of the event.')
  readonly name!: string;

  @RecordListField(() => DecodedArgDto, 'In the order of the declaration.')
  readonly args!: readonly DecodedArgDto[];

  @CountField('Known events that the log fits.')
  readonly candidateCount!: number;
}
