import { load } from '../packages/verifier/src/index.js';
import { publishedFor } from '../packages/verifier/src/published.js';
import type { Attestation } from '../src/verifier/evidence/attestation.js';
import type { Level } from '../src/verifier/verify-bundle.js';
import { verifyText } from '../src/verifier/verify-text.js';

/** From the worker: that it is ready, then for a bundle each level that holds with its time, then the outcome. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'level'; readonly level: Level; readonly milliseconds: number }
  | { readonly kind: 'failed'; readonly message: string }
  | CheckedBundle;

export type CheckedBundle =
  | {
      readonly kind: 'verified';
      readonly subject: string;
      readonly claim: string;
      readonly value?: string;
      /** Hash of the proof that was checked. */
      readonly proof: string;
      readonly object?: string;
      readonly block: number;
      readonly supports: readonly (readonly [ref: string, support: string])[];
      readonly attested: readonly Attestation[];
      /** Hash and number of each block whose header is in the bundle. */
      readonly blocks: readonly string[];
    }
  | {
      readonly kind: 'verified call';
      /** `view:1:<blockHash>:<address>:<data>` */
      readonly call: string;
      readonly outcome: string;
      readonly output: string;
    }
  | { readonly kind: 'refuted'; readonly level: Level; readonly place: string; readonly reason: string }
  | { readonly kind: 'no bundle'; readonly reason: string };

const say = (message: WorkerMessage) => self.postMessage(message);

/** To the worker: the text of a bundle, or null to load everything that any bundle may need. */
self.addEventListener('message', ({ data }: MessageEvent<string | null>) => {
  const answer = data === null ? load().then(() => ({ kind: 'ready' }) as const) : check(data);
  answer.then(say, (error: unknown) =>
    say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  );
});

async function check(text: string): Promise<CheckedBundle> {
  let began = performance.now();
  const verification = await verifyText(text, await publishedFor(text), (level) => {
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
      const { call, result } = verification.bundle;
      return { kind: 'verified call', call, ...result };
    }
    case 'verified': {
      const { bundle, supports, attested } = verification;
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
        blocks: Object.keys(bundle.blocks),
      };
    }
  }
}

// A message that came before this line would be lost, because the modules above load one another first.
say({ kind: 'ready' });
