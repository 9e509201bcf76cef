import { ApiSchema } from '@nestjs/swagger';
import { PLANS, type Plan } from '../../../domain/access/plan.js';
import { REFUSAL_CODES, type RefusalCode } from '../../../domain/refusal/refusal-code.js';
import {
  AmountField,
  ChoiceField,
  CountField,
  LongField,
  OpenRecordField,
  RecordField,
  RecordListField,
  RequestIdField,
  TextField,
  TextOrIntegerField,
} from './field.js';

const OTHER_REASON = 'the reason has no such detail';

@ApiSchema({ name: 'PaymentRequirement', description: 'One way to pay, as x402 version 2 states it.' })
export class PaymentRequirementDto {
  @TextField('Payment scheme.')
  readonly scheme!: string;

  @TextField('Network, as CAIP-2 names it.')
  readonly network!: string;

  @TextField('Contract of the token on that network.')
  readonly asset!: string;

  @AmountField('Price, in the smallest unit of the token.')
  readonly amount!: string;

  @TextField('Account that receives the money.')
  readonly payTo!: string;

  @CountField('How long the authorization may take to settle, seconds.')
  readonly maxTimeoutSeconds!: number;

  @OpenRecordField('What the scheme needs besides, as x402 defines it.')
  readonly extra!: Readonly<Record<string, unknown>>;
}

@ApiSchema({
  name: 'ErrorDetails',
  description: 'Details that a caller can act on; the reason determines the fields.',
})
export class RefusalDetailsDto {
  @TextField('Stable sub-code.')
  readonly reason!: string;

  @TextField('The parameter at fault.', OTHER_REASON)
  readonly parameter?: string;

  @CountField('Smallest `limit` accepted.', OTHER_REASON)
  readonly minLimit?: number;

  @CountField('Largest `limit` accepted.', OTHER_REASON)
  readonly maxLimit?: number;

  @LongField('Smallest value accepted.', OTHER_REASON)
  readonly minValue?: number;

  @LongField('Largest value accepted.', OTHER_REASON)
  readonly maxValue?: number;

  @CountField('Smallest length accepted, characters.', OTHER_REASON)
  readonly minLength?: number;

  @CountField('Largest length accepted, characters.', OTHER_REASON)
  readonly maxLength?: number;

  @TextOrIntegerField(
    'What was received: an integer where it is one, otherwise the text, cut at 100 characters; of a length the number of characters.',
    OTHER_REASON,
  )
  readonly actual?: string | number;

  @LongField('The block asked for.', OTHER_REASON)
  readonly requestedBlock?: number;

  @LongField('The newest block that can be asked for.', OTHER_REASON)
  readonly maxAvailableBlock?: number;

  @LongField('First block of the gap.', OTHER_REASON)
  readonly coverageGapFromBlock?: number;

  @LongField('Last block of the gap.', OTHER_REASON)
  readonly coverageGapToBlock?: number;

  @CountField('Longest request target accepted, bytes.', OTHER_REASON)
  readonly maxUriBytes?: number;

  @ChoiceField(PLANS, 'The cheapest plan that opens the method.', OTHER_REASON)
  readonly requiredPlan?: Plan;

  @CountField('Seconds to wait before the next request.', OTHER_REASON)
  readonly retryAfterSeconds?: number;

  @RecordListField(() => PaymentRequirementDto, 'Ways to pay for the call.', undefined, OTHER_REASON)
  readonly accepts?: readonly PaymentRequirementDto[];
}

@ApiSchema({ name: 'ErrorStatement', description: 'What was refused and why.' })
export class RefusalStatementDto {
  @ChoiceField(REFUSAL_CODES, 'Stable code; the set is closed.')
  readonly code!: RefusalCode;

  @TextField('A sentence for people; it may be reworded.')
  readonly message!: string;

  @RecordField(() => RefusalDetailsDto, 'What a caller can act on.', 'there is nothing to act on')
  readonly details?: RefusalDetailsDto;

  @RequestIdField('The `X-Request-Id` of the request.', 'the request carried no `X-Request-Id`')
  readonly requestId?: string;
}

@ApiSchema({ name: 'ErrorResponse', description: 'Every refusal, whichever layer gives it.' })
export class RefusalDto {
  @RecordField(() => RefusalStatementDto, 'What went wrong.')
  readonly error!: RefusalStatementDto;
}
