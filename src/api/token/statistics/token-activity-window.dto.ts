import { ApiSchema } from '@nestjs/swagger';
import { WINDOWS } from '../../../projection/token/token-statistics.reader.js';
import { ChoiceField, LongField } from '../../http/record/field.js';

@ApiSchema({
  name: 'TokenActivityWindow',
  description: 'Transfers in the time that ends with the block at which the answer is valid.',
})
export class TokenActivityWindowDto {
  @ChoiceField(WINDOWS, 'How long it is.')
  readonly window!: (typeof WINDOWS)[number];

  @LongField('Transfer events; a batch is one.')
  readonly transferCount!: number;

  @LongField('Distinct senders, without the zero address.')
  readonly senderCount!: number;

  @LongField('Distinct recipients, without the zero address.')
  readonly receiverCount!: number;
}
