import { load } from '../packages/verifier/src/index.js';
import { publishedFor } from '../packages/verifier/src/published.js';
import { logOfText } from '../src/verifier/log-of-text.js';
import { trustedCheckpoint } from '../src/verifier/trusted-checkpoint.js';
import type { Level } from '../src/verifier/verify-bundle.js';
import { verifyText } from '../src/verifier/verify-text.js';
import type { CheckedBundle, CheckRequest } from './check/checked-bundle.js';

/** From the worker: that it is ready, then for a bundle each level that holds with its time, then the outcome. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'level'; readonly level: Level; readonly milliseconds: number }
  | { readonly kind: 'failed'; readonly message: string }
  | CheckedBundle;

const say = (message: WorkerMessage) => self.postMessage(message);

/** To the worker: what to check, or null to load everything that any bundle may need. */
self.addEventListener('message', ({ data }: MessageEvent<CheckRequest | null>) => {
  const answer = data === null ? load().then(() => ({ kind: 'ready' }) as const) : check(data);
  answer.then(say, (error: unknown) =>
    say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  );
});

async function check({ text, log, checkpoint }: CheckRequest): Promise<CheckedBundle> {
  let began = performance.now();
  const trusted = {
    ...(log.trim() !== '' && { log: logOfText(log.trim()) }),
    ...(checkpoint.trim() !== '' && { checkpoint: trustedCheckpoint(checkpoint.trim()) }),
  };
  const known = { ...(await publishedFor(text)), ...trusted };
  const verification = await verifyText(text, known, (level) => {
    const now = performance.now();
    say({ kind: 'level', level, milliseconds: now - began });
    began = now;
  });
  switch (verification.outcome) {
    case 'no bundle':
      return { kind: 'no bundle', reason: verification.reason };
    case 'refuted':
    case 'refuted call': {
      const { level, place, reason } = verification;
      return { kind: 'refuted', level, place, reason };
    }
    case 'verified call': {
      const { bundle, canonicity } = verification;
      return { kind: 'verified call', call: bundle.call, ...bundle.result, canonicity };
    }
    case 'verified': {
      const { bundle, supports, attested, logged, canonicity } = verification;
      const { subject, attributeId, object, value } = bundle.proofs[bundle.proof]!;
      return {
        kind: 'verified',
        subject,
        claim: attributeId,
        ...(value !== undefined && { value }),
        proof: bundle.proof,
        ...(object !== undefined && { object }),
        block: bundle.block,
        supports: [...supports],
        attested,
        logged,
        canonicity,
        blocks: Object.keys(bundle.blocks),
      };
    }
  }
}

// A message that came before this line would be lost, because the modules above load one another first.
say({ kind: 'ready' });
