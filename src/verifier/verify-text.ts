import { CALL_FORMAT } from './bundle/call-bundle.schema.js';
import { formatOf } from './bundle/read-bundle.js';
import type { Published } from './level/published.js';
import { type Level, type Verification, verifyBundle } from './verify-bundle.js';
import { type CallVerification, verifyCall } from './witness/verify-call.js';

type Checked = Verification | CallVerification;

/**
 * Verifies the text of a bundle, be it of a proof or of a view call, for a reader. A reader who names a log or
 * a checkpoint asks for it: the level fails if the bundle does not lead there.
 * @param onHeld called after each level that holds
 */
export async function verifyText(
  text: string,
  published: Published,
  onHeld?: (level: Level) => void,
): Promise<Checked> {
  const checked =
    formatOf(text) === CALL_FORMAT
      ? await verifyCall(text, published.forks, onHeld, published)
      : await verifyBundle(text, published, onHeld);
  return published.checkpoint === undefined ? checked : refutedUnlessCanonical(checked);
}

function refutedUnlessCanonical(checked: Checked): Checked {
  if (!('canonicity' in checked) || checked.canonicity.outcome === 'shown') return checked;
  const { bundle, outcome, canonicity } = checked;
  const failure = {
    level: 6,
    place: 'the checkpoint',
    reason: `the bundle does not lead from it to all its blocks: ${canonicity.reason}`,
  } as const;
  return outcome === 'verified'
    ? { outcome: 'refuted', bundle, ...failure }
    : { outcome: 'refuted call', bundle, ...failure };
}
