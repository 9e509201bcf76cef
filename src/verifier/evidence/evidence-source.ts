import { type Attested, type Bundle } from '../bundle/bundle.schema.js';
import { attestedDigest } from '../bundle/statement-digest.js';
import type { BundledFrame, BundledViewResult } from '../bundle/witness.schema.js';
import { BundledBlocks } from './bundled-blocks.js';
import { BundledState } from './bundled-state.js';
import { demand } from './finding.js';
import { ReadPlaces } from './read-places.js';

/**
 * Decodes the evidence of a bundle. Reading evidence does not require that its block includes it: `read`
 * collects whether it does, and V4 requires it.
 */
export class EvidenceSource {
  readonly read = new ReadPlaces();
  readonly blocks: BundledBlocks;
  readonly state: BundledState;
  readonly attestedRead = new Set<string>();
  readonly #executedRead = new Set<string>();

  constructor(private readonly bundle: Bundle) {
    this.blocks = new BundledBlocks(bundle, this.read);
    this.state = new BundledState(bundle, this.blocks, this.read);
  }

  /** The result of a view call that was executed over its witness; undefined where the bundle has none. */
  executedView(ref: string): BundledViewResult | undefined {
    const found = this.bundle.views?.results[ref];
    if (found) this.#executedRead.add(ref);
    return found;
  }

  /** A frame of a transaction that was executed; undefined where the bundle has none. */
  executedFrame(ref: string): BundledFrame | undefined {
    const found = this.bundle.frames?.results[ref];
    if (found) this.#executedRead.add(ref);
    return found;
  }

  /**
   * The attested evidence of a ref; undefined where nothing is attested.
   * @throws Refuted if it is of another kind
   */
  attested<Kind extends Attested['kind']>(
    ref: string,
    kind: Kind,
  ): Extract<Attested, { kind: Kind }> | undefined {
    const found = this.bundle.attested[ref];
    if (found === undefined) return undefined;
    demand(found.kind === kind, ref, `what is attested is no ${kind}`);
    this.attestedRead.add(ref);
    return found as Extract<Attested, { kind: Kind }>;
  }

  /**
   * @throws Refuted if attested evidence has another digest, or if no fact rests on some attested or executed
   * evidence
   */
  finish(): void {
    const { views, frames } = this.bundle;
    for (const ref of [...Object.keys(views?.results ?? {}), ...Object.keys(frames?.results ?? {})])
      demand(this.#executedRead.has(ref), ref, 'is executed, and nothing rests on it');
    for (const [ref, attested] of Object.entries(this.bundle.attested)) {
      demand(this.attestedRead.has(ref), ref, 'is attested, and nothing rests on it');
      demand(attestedDigest(ref, attested) === attested.digest, ref, 'what is attested has another digest');
    }
  }
}
