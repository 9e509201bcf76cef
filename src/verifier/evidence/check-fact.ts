import { checkBeneficiaryFact, checkWithdrawalFact } from './check-block-fact.js';
import { checkBuildFact } from './check-build-fact.js';
import { checkCodeFact } from './check-code-fact.js';
import { checkCallFact, checkCreationFact } from './check-frame-fact.js';
import { checkLogFact, checkLogStateFact } from './check-log-fact.js';
import { checkSignerFact } from './check-signer-fact.js';
import { checkSlotFact } from './check-slot-fact.js';
import { checkDelegationFact, checkViewFact } from './check-view-fact.js';
import type { FactCase } from './fact-case.js';

/** Compares one stated fact with its evidence. @throws Refuted */
export function checkFact(one: FactCase): void {
  const { source } = one.fact;
  switch (source.kind) {
    case 'log':
      checkLogFact(one, source);
      break;
    case 'log_state':
      checkLogStateFact(one, source);
      break;
    case 'tx':
      checkSignerFact(one, source);
      break;
    case 'header':
      checkBeneficiaryFact(one);
      break;
    case 'withdrawal':
      checkWithdrawalFact(one);
      break;
    case 'code':
      checkCodeFact(one, source);
      break;
    case 'build':
      checkBuildFact(one, source);
      break;
    case 'storage':
      checkSlotFact(one, source);
      break;
    case 'frame':
      checkCreationFact(one, source);
      break;
    case 'call':
      checkCallFact(one, source);
      break;
    case 'view':
      checkViewFact(one, source);
      break;
    case 'delegation':
      checkDelegationFact(one);
      break;
  }
}
