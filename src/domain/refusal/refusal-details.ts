import type { PaymentRequirement } from '../access/payment-requirement.js';
import type { Plan } from '../access/plan.js';

/** Why a parameter was refused. */
type BadParameterReason =
  | 'unknown_parameter'
  | 'repeated_parameter'
  | 'cursor_invalid'
  | 'limit_out_of_range'
  | 'window_out_of_range'
  | 'hash_invalid'
  | 'address_invalid'
  | 'block_invalid'
  | 'attribute_id_invalid'
  | 'relation_id_invalid'
  | 'definition_id_invalid'
  | 'registry_id_invalid'
  | 'evidence_invalid'
  | 'direction_invalid'
  | 'proof_hash_invalid'
  | 'validator_index_invalid'
  | 'item_id_invalid'
  | 'query_missing'
  | 'query_too_short'
  | 'query_too_long'
  | 'query_invalid'
  | 'query_is_hash'
  | 'calldata_invalid'
  | 'calldata_too_long';

/** Details that a client can act on; `reason` decides on the fields. */
export type RefusalDetails =
  | {
      readonly reason:
        | 'encoding_invalid'
        | 'body_invalid'
        | 'api_key_missing'
        | 'api_key_invalid'
        | 'origin_not_allowed'
        | 'checkpoint_not_available';
    }
  | { readonly reason: 'plan_insufficient'; readonly requiredPlan: Plan }
  | { readonly reason: 'rate_limited'; readonly retryAfterSeconds: number }
  | { readonly reason: 'payment_required'; readonly accepts: readonly PaymentRequirement[] }
  | {
      readonly reason: BadParameterReason;
      readonly parameter: string;
      readonly actual?: string | number;
      readonly minLimit?: number;
      readonly maxLimit?: number;
      readonly minValue?: number;
      readonly maxValue?: number;
      readonly minLength?: number;
      readonly maxLength?: number;
    }
  /** `actual` is left out when reading stopped before the end of the target. */
  | { readonly reason: 'uri_too_long'; readonly maxUriBytes: number; readonly actual?: number }
  | {
      readonly reason: 'beyond_coverage';
      readonly requestedBlock: number;
      readonly maxAvailableBlock: number;
    }
  | { readonly reason: 'too_many_positions'; readonly maxPositions: number; readonly actual: number }
  | {
      readonly reason: 'no_balance_record' | 'state_not_available' | 'proof_not_available';
      readonly requestedBlock: number;
    }
  | {
      readonly reason: 'coverage_gap';
      readonly coverageGapFromBlock: number;
      readonly coverageGapToBlock: number;
      readonly maxAvailableBlock: number;
    };

export type RefusalReason = RefusalDetails['reason'];
