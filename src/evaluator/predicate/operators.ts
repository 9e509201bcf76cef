import type { Operator, PredicateOf } from '../../definition/model/predicate.js';
import { absent } from './absent.js';
import { buildIn } from './build-in.js';
import { codeHashIn } from './code-hash-in.js';
import { delegates } from './delegates.js';
import { eq } from './eq.js';
import { exists } from './exists.js';
import { fingerprintIn } from './fingerprint-in.js';
import { gte } from './gte.js';
import { holds } from './holds.js';
import { imitates } from './imitates.js';
import { isIn } from './in.js';
import { latest } from './latest.js';
import { length } from './length.js';
import { logWithinFrame } from './log-within-frame.js';
import { lte } from './lte.js';
import { neq } from './neq.js';
import { notIn } from './not-in.js';
import type { Compile, CompiledPredicate, PredicatePlace } from './operator.js';
import { prefix } from './prefix.js';
import { reached } from './reached.js';
import { returns } from './returns.js';
import { sameTx } from './same-tx.js';
import { slotAddress } from './slot-address.js';

/** The closed set. */
const operators: { readonly [Name in Operator]: Compile<Name> } = {
  holds,
  absent,
  exists,
  latest,
  eq,
  neq,
  in: isIn,
  not_in: notIn,
  gte,
  lte,
  prefix,
  length,
  selectors_all: reached,
  selectors_none: reached,
  instructions_all: reached,
  instructions_none: reached,
  slot_address: slotAddress,
  code_hash_in: codeHashIn,
  build_in: buildIn,
  fingerprint_in: fingerprintIn,
  same_tx: sameTx,
  log_within_frame: logWithinFrame,
  returns,
  delegates,
  imitates,
};

/** @throws BadReference when the predicate names what is not there before it */
export function compilePredicate<Name extends Operator>(
  predicate: PredicateOf<Name>,
  place: PredicatePlace,
): CompiledPredicate {
  return operators[predicate.operator](predicate, place);
}
