import { parsePolicy, policyOfKey, requirePolicy } from '../tlog/log-policy.js';
import { parseVerifierKey } from '../tlog/note-key.js';
import type { TrustedLog } from './level/check-log.js';

/**
 * The log of a text: a public key (`name+hash+key`) or a policy (C2SP tlog-policy).
 * @throws Error if it is neither
 */
export function logOfText(text: string): TrustedLog {
  const isKey = /^[^+\s]+\+[0-9a-f]{8}\+\S+\s*$/.test(text);
  const policy = isKey ? policyOfKey(parseVerifierKey(text)) : parsePolicy(text);
  return (note) => requirePolicy(note, policy);
}
