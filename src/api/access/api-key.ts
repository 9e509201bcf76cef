import { randomBytes } from 'node:crypto';
import type { Plan } from '../../domain/access/plan.js';

/** A key as the service stores it, without the key itself. */
export interface ApiKey {
  readonly id: number;
  readonly name: string;
  readonly plan: Plan;
  /** Requests answered per window. */
  readonly requests: number;
  readonly windowSeconds: number;
  /** Unix milliseconds; absent when the key does not expire. */
  readonly expiresAt?: number;
}

/** A new key: 32 random bytes in base64url, after a prefix that scanners for leaked secrets recognise. */
export function newKey(): string {
  return `cpk_${randomBytes(32).toString('base64url')}`;
}
