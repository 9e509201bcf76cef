import {
  type Checked,
  describeVerification,
  exitCodeOf,
} from '../../../src/verifier/describe-verification.js';
import { logOfText } from '../../../src/verifier/log-of-text.js';
import { trustedCheckpoint } from '../../../src/verifier/trusted-checkpoint.js';
import { verifyText } from '../../../src/verifier/verify-text.js';
import { loadTransactionEngine } from '../../../src/verifier/witness/check-bundled-frames.js';
import { loadEngine } from '../../../src/verifier/witness/check-views.js';
import type { load as Load, Verification, verify as Verify } from '../index.js';
import { loadRoots, publishedFor } from './published.js';

export const verify: typeof Verify = async (text, { log, checkpoint, onHeld } = {}) => {
  const trusted = {
    ...(log !== undefined && { log: logOfText(log) }),
    ...(checkpoint !== undefined && { checkpoint: trustedCheckpoint(checkpoint) }),
  };
  const checked = await verifyText(text, { ...(await publishedFor(text)), ...trusted }, onHeld);
  return { ...partsOf(checked), exitCode: exitCodeOf(checked), text: describeVerification(checked) };
};

export const load: typeof Load = async () => {
  await Promise.all([loadEngine(), loadTransactionEngine(), loadRoots()]);
};

type WithoutReport<T> = T extends unknown ? Omit<T, 'exitCode' | 'text'> : never;

function partsOf(checked: Checked): WithoutReport<Verification> {
  switch (checked.outcome) {
    case 'no bundle':
      return checked;
    case 'refuted':
    case 'refuted call': {
      const { level, place, reason } = checked;
      return { outcome: 'refuted', level, place, reason };
    }
    case 'verified call': {
      const { bundle, canonicity } = checked;
      return { outcome: 'verified', kind: 'call', call: bundle.call, result: bundle.result, canonicity };
    }
    case 'verified': {
      const { bundle, supports, attested, logged, canonicity } = checked;
      const { subject, attributeId, object, value } = bundle.proofs[bundle.proof]!;
      return {
        outcome: 'verified',
        kind: 'claim',
        subject,
        claim: attributeId,
        ...(object !== undefined && { object }),
        ...(value !== undefined && { value }),
        block: bundle.block,
        proofHash: bundle.proof,
        blocks: Object.keys(bundle.blocks),
        supports: [...supports],
        attested,
        logged,
        canonicity,
      };
    }
  }
}
