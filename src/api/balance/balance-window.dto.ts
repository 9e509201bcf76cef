import { ApiSchema } from '@nestjs/swagger';
import { ChoiceField, LongField } from '../http/record/field.js';

const WINDOW_KINDS = ['current', 'block'] as const;

@ApiSchema({ name: 'BalanceWindow', description: 'Which state a balance is of.' })
export class BalanceWindowDto {
  @ChoiceField(WINDOW_KINDS, '`block` where one was asked for.')
  readonly kind!: (typeof WINDOW_KINDS)[number];

  @LongField('The state is that at the end of this block.', 'not stated')
  readonly asOfBlock?: number;
}
