import { expect, it } from '@jest/globals';
import type { SignatureBook } from '../../signature/signature-book.js';
import { callFrameRecord } from './call-frame.dto.js';

const [caller, library] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`] as const;

it.each([
  ['CALL', '5'],
  ['CALLCODE', '0'],
] as const)('a %s with a value of 5 wei moves %s', (type, moved) => {
  const frame = {
    ...{ path: '0x00000000', type, from: caller, to: library, value: '5', gasUsed: 1 },
    ...{ selector: null, error: null, reverted: false },
  };
  expect(callFrameRecord(frame, {} as SignatureBook).valueWei).toBe(moved);
});
