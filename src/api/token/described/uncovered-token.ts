import type { OwnRefusal } from '../../http/method/documented-method.js';

/** Refusals of a method about a token. */
export const UNCOVERED_TOKEN: readonly OwnRefusal[] = [
  { code: 'not_found', reasons: [], when: 'The address never emitted a transfer event.' },
  {
    code: 'block_not_available',
    reasons: ['coverage_gap'],
    when:
      'Blocks are missing between the deployment of the token, or the first block where that is not known, and the newest; ' +
      'or the state changes of blocks, where only its code decides what it moves.',
  },
];
