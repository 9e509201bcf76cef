import { CALL_FORMAT } from './bundle/call-bundle.schema.js';
import { formatOf } from './bundle/read-bundle.js';
import type { Published } from './level/published.js';
import { type Level, type Verification, verifyBundle } from './verify-bundle.js';
import { type CallVerification, verifyCall } from './witness/verify-call.js';

/**
 * Verifies the text of a bundle, be it of a proof or of a view call.
 * @param onHeld called after each level that holds
 */
export async function verifyText(
  text: string,
  published: Published,
  onHeld?: (level: Level) => void,
): Promise<Verification | CallVerification> {
  if (formatOf(text) === CALL_FORMAT) return verifyCall(text, published.forks, onHeld, published);
  return verifyBundle(text, published, onHeld);
}
