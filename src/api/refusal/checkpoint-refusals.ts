import { MOST_UPDATES, NoLightClientData } from '../../bundle/light-client.reader.js';
import { Refusal } from '../../domain/refusal/refusal.js';

const WHY = {
  'no beacon node': 'This service asks no beacon node, so it has no light-client data.',
  unknown: 'No beacon node of this service leads from this checkpoint to a final block.',
  'too old': `The checkpoint lies more than ${MOST_UPDATES} periods of 8,192 slots back: name a younger one.`,
};

/** Throws the refusal for an error about light-client data, and any other error unchanged. */
export function rethrowWithCheckpoint(error: unknown): never {
  if (!(error instanceof NoLightClientData)) throw error;
  throw new Refusal('block_not_available', WHY[error.why], { reason: 'checkpoint_not_available' });
}
