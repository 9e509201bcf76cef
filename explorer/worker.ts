import { config } from 'zod';
import lock from '../definitions/lock.json';
import type { Level } from '../src/verifier/verify-bundle.js';
import { verifyBundle } from '../src/verifier/verify-bundle.js';

/** From the worker: that it is ready, then for a bundle each level that holds with its time, then the outcome. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'level'; readonly level: Level; readonly milliseconds: number }
  | CheckedBundle;

export type CheckedBundle =
  | {
      readonly kind: 'verified';
      readonly subject: string;
      readonly claim: string;
      readonly object?: string;
      readonly block: number;
      readonly supports: readonly (readonly [ref: string, support: string])[];
      readonly attested: readonly { readonly kind: string; readonly about: string; readonly says: string }[];
      /** Hash and number of each block whose header is in the bundle. */
      readonly blocks: readonly string[];
    }
  | { readonly kind: 'refuted'; readonly level: Level; readonly place: string; readonly reason: string }
  | { readonly kind: 'no bundle'; readonly reason: string };

// The policy of the pages evaluates no text, which zod would try.
config({ jitless: true });

const { codeAnalysis: _, ...rules } = lock;
const PUBLISHED = new Map(
  Object.entries(rules).map(([id, { version, sha256 }]) => [id, `${version}+sha256.${sha256}`]),
);

self.addEventListener('message', async ({ data }: MessageEvent<string>) => {
  let began = performance.now();
  const say = (message: WorkerMessage) => self.postMessage(message);
  const verification = await verifyBundle(data, { rules: PUBLISHED }, (level) => {
    const now = performance.now();
    say({ kind: 'level', level, milliseconds: now - began });
    began = now;
  });
  if (verification.outcome === 'no bundle') return say({ kind: 'no bundle', reason: verification.reason });
  if (verification.outcome === 'refuted') {
    const { level, place, reason } = verification;
    return say({ kind: 'refuted', level, place, reason });
  }
  const { bundle, supports, attested } = verification;
  const { subject, attributeId, object } = bundle.proofs[bundle.proof]!;
  say({
    kind: 'verified',
    subject,
    claim: attributeId,
    ...(object !== undefined && { object }),
    block: bundle.block,
    supports: [...supports],
    attested,
    blocks: Object.keys(bundle.blocks),
  });
});

// A message from before this line would be lost: the modules above wait for one another.
self.postMessage({ kind: 'ready' } satisfies WorkerMessage);
