import type { OwnRefusal } from '../../http/method/documented-method.js';

/** Refusals of a method about a contract. @param what what is missing, after a negation: `No code` */
export function unknownContract(what: string): readonly OwnRefusal[] {
  return [
    { code: 'not_found', reasons: [], when: `${what} was ever recorded at the address.` },
    {
      code: 'block_not_available',
      reasons: ['coverage_gap'],
      when: `${what} is recorded at the address, and blocks or their state diffs are missing between the first and the newest.`,
    },
  ];
}
