import type { Refusal } from '../../../domain/refusal/refusal.js';

/** The JSON text of `{error}`. `requestId` is absent if the request has none. */
export function refusalBody({ code, message, details }: Refusal, requestId?: string): string {
  return JSON.stringify({ error: { code, message, details, requestId } });
}
