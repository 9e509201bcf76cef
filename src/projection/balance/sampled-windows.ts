import { SAMPLES_PER_WINDOW, windowOf } from './sample-store.js';

interface SampledWindow {
  readonly window: number;
  samples: number;
  lastBlock: number;
}

/** Counts the samples of tokens in the current window, so that no more than the limit are gathered. */
export class SampledWindows {
  readonly #last = new Map<string, SampledWindow>();

  /** Whether a sample in this block may be kept. */
  isWanted(token: string, block: number): boolean {
    const last = this.#last.get(token);
    return (
      !last || last.window !== windowOf(block) || last.samples < SAMPLES_PER_WINDOW || block < last.lastBlock
    );
  }

  note(token: string, block: number): void {
    const window = windowOf(block);
    const last = this.#last.get(token);
    if (last?.window !== window) {
      // Most tokens do not appear again.
      if (this.#last.size >= MAX_TOKENS) this.#last.clear();
      this.#last.set(token, { window, samples: 1, lastBlock: block });
      return;
    }
    last.samples++;
    last.lastBlock = Math.max(last.lastBlock, block);
  }

  /** To be called after the stored samples were changed elsewhere. */
  resetCache(): void {
    this.#last.clear();
  }
}

const MAX_TOKENS = 50_000;
