import { ApiSchema } from '@nestjs/swagger';
import { ChoiceField, FlagField, LongField, UriField } from './field.js';

/** Metadata of every answer. */
@ApiSchema({ name: 'MetaNoBlock', description: 'About an answer that states no block.' })
export class MetaNoBlockDto {
  @ChoiceField(['ethereum'], 'The chain by name.')
  readonly chain!: 'ethereum';

  @LongField('When this answer was made, Unix milliseconds.')
  readonly timestamp!: number;

  @FlagField('Whether the answer was taken from a cache of answers.')
  readonly cached!: boolean;

  @UriField('Reference page of the method that answered.')
  readonly docs!: string;
}

@ApiSchema({ name: 'Meta', description: 'About an answer and the block it is valid at.' })
export class MetaDto extends MetaNoBlockDto {
  @LongField('Block the answer is valid at.', 'the method states no block; it does not mean the newest')
  readonly asOfBlock?: number;
}
