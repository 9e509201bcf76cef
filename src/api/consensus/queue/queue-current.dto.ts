import { ApiSchema } from '@nestjs/swagger';
import {
  AmountOrNullField,
  DifferenceField,
  LongField,
  RateField,
  UtcTimeField,
} from '../../http/record/field.js';

@ApiSchema({ name: 'QueueCurrent', description: 'Validator queues at the newest sampled epoch.' })
export class QueueCurrentDto {
  @LongField('The epoch.')
  readonly asOfEpoch!: number;

  @UtcTimeField('When it began.')
  readonly asOfTime!: string;

  @LongField('Validators in the active set.')
  readonly activeValidators!: number;

  @LongField('Validators waiting to activate: those in the registry, and public keys whose deposits wait.')
  readonly pendingActivation!: number;

  @LongField('Validators waiting to exit: active ones whose exit epoch is set.')
  readonly pendingExit!: number;

  @DifferenceField('`pendingActivation - pendingExit`; may be negative.')
  readonly netQueue!: number;

  @RateField('`pendingActivation` as a fraction of the active set.')
  readonly activationRate!: number;

  @RateField('`pendingExit` as a fraction of the active set.')
  readonly exitRate!: number;

  @AmountOrNullField('Capital waiting to activate, top-ups included, gwei.', 'not sampled')
  readonly pendingActivationGwei!: string | null;

  @AmountOrNullField('Capital waiting to exit, partial withdrawals included, gwei.', 'not sampled')
  readonly pendingExitGwei!: string | null;
}
