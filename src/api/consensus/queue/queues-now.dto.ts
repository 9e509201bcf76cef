import { ApiSchema } from '@nestjs/swagger';
import { AmountField, ChainIdField, LongField } from '../../http/record/field.js';
import { QueueCurrentDto } from './queue-current.dto.js';

const NOT_KNOWN = 'not known';

@ApiSchema({
  name: 'QueuesNow',
  description: 'Validator queues at the newest sampled epoch, with what they drain by.',
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

  @LongField('How long the deposits that wait now take at that rate, seconds.', NOT_KNOWN)
  readonly estimatedActivationWaitSeconds?: number;

  @LongField('How long what waits to exit takes at that rate, seconds.', NOT_KNOWN)
  readonly estimatedExitWaitSeconds?: number;
}
