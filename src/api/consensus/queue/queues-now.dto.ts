import { ApiSchema } from '@nestjs/swagger';
import { AmountField, ChainIdField, LongField } from '../../http/record/field.js';
import { QueueCurrentDto } from './queue-current.dto.js';

const NOT_KNOWN = 'not known';

@ApiSchema({
  name: 'QueuesNow',
  description: 'Validator queues at the newest sampled epoch, with the rates at which they drain.',
})
export class QueuesNowDto extends QueueCurrentDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @AmountField('Effective balances of the active set, gwei.', 'not sampled')
  readonly totalActiveBalanceGwei?: string;

  @AmountField('Balance that may enter each epoch, gwei.', NOT_KNOWN)
  readonly activationChurnGweiPerEpoch?: string;

  @AmountField('Balance that may exit each epoch, gwei.', NOT_KNOWN)
  readonly exitChurnGweiPerEpoch?: string;

  @LongField('Seconds until the deposits that wait now have entered, at that rate.', NOT_KNOWN)
  readonly estimatedActivationWaitSeconds?: number;

  @LongField('Seconds until the capital that waits now has left, at that rate.', NOT_KNOWN)
  readonly estimatedExitWaitSeconds?: number;
}
