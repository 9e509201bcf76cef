import { ApiSchema } from '@nestjs/swagger';
import {
  AmountOrNullField,
  ChoiceField,
  DifferenceField,
  LongField,
  LongOrNullField,
  RateOrNullField,
  UtcTimeField,
} from '../../http/record/field.js';

const RECONSTRUCTED = 'the point is reconstructed';
const NOT_SAMPLED = 'not sampled, or the point is reconstructed';

@ApiSchema({ name: 'QueuePoint', description: 'Validator queues of one UTC day.' })
export class QueuePointDto {
  @ChoiceField(
    ['observed', 'reconstructed'],
    '`observed`: sampled. `reconstructed`: a lower bound, estimated from the validator records when sampling began.',
  )
  readonly source!: 'observed' | 'reconstructed';

  @LongField('The epoch: the last one sampled that day, or the boundary the lower bound is of.')
  readonly epoch!: number;

  @UtcTimeField('When it began.')
  readonly time!: string;

  @LongField('As in `current`.')
  readonly pendingActivation!: number;

  @LongField('As in `current`.')
  readonly pendingExit!: number;

  @DifferenceField('`pendingActivation - pendingExit`; may be negative.')
  readonly netQueue!: number;

  @RateOrNullField('As in `current`.', RECONSTRUCTED)
  readonly activationRate!: number | null;

  @RateOrNullField('As in `current`.', RECONSTRUCTED)
  readonly exitRate!: number | null;

  @LongOrNullField('As in `current`.', RECONSTRUCTED)
  readonly activeValidators!: number | null;

  @AmountOrNullField('As in `current`.', NOT_SAMPLED)
  readonly pendingActivationGwei!: string | null;

  @AmountOrNullField('As in `current`.', NOT_SAMPLED)
  readonly pendingExitGwei!: string | null;

  @AmountOrNullField('Effective balances of the active set, gwei.', RECONSTRUCTED)
  readonly totalActiveBalanceGwei!: string | null;
}
