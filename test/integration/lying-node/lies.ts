import { FRAME_LIES } from './frame-lies.js';
import type { Lie } from './lie.js';
import { STATE_LIES } from './state-lies.js';

export const LIES: readonly Lie[] = [...FRAME_LIES, ...STATE_LIES];
