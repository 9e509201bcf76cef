import type { FailedFrameRow } from '../../records/frame/failed-frames.reader.js';
import type { SignatureBook } from '../../signature/signature-book.js';
import type { FailedCallFrameDto } from './failed-call-frame.dto.js';
import { failureOf, NO_SELECTOR, revertSelector } from './frame-failure.js';

const ROOT = '0x0000';
const NOWHERE = `0x${'0'.repeat(40)}`;

/**
 * The record of a failed frame.
 * @param contractAddress where the transaction would have put a contract, if it creates one.
 */
export function failedCallFrameRecord(
  row: FailedFrameRow,
  contractAddress: string | null,
  signatures: SignatureBook,
): FailedCallFrameDto {
  const { path, type, from, to, output, outputSize, gasUsed } = row;
  const selector = revertSelector(output);
  const known = selector === undefined ? undefined : signatures.error(selector);
  return {
    callPath: path.slice(2),
    callDepth: (path.length - 2) / 4,
    callType: type,
    from,
    to: to ?? (path === ROOT ? contractAddress : null) ?? NOWHERE,
    ...failureOf(row),
    revertSelector: selector ?? NO_SELECTOR,
    revertData: output,
    revertDataTruncated: (output.length - 2) / 2 < outputSize,
    revertDataLength: outputSize,
    gasUsed,
    ...(known && { errorName: known.name, errorSignature: known.signature }),
  };
}
