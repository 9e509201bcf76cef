import type { Stage } from '../stage/stage.js';
import { EPISODES } from './episodes.js';

/** Plays every episode once, in order. Each must end at a block boundary. */
export async function planHistory(stage: Stage): Promise<void> {
  for (const episode of EPISODES) await episode(stage);
}
