import { ApiSchema } from '@nestjs/swagger';
import type { Address, Hex } from '../../domain/chain/hex.js';
import { frameLevelOfHex } from '../../domain/chain/record/frame-path.js';
import type { FailedFrameRow } from '../../records/frame/failed-frames.reader.js';
import type { SignatureBook } from '../../signature/signature-book.js';
import {
  AddressField,
  BytesField,
  CallDepthField,
  CallPathField,
  ChoiceField,
  CountField,
  FlagField,
  LongField,
  SelectorField,
  TextField,
} from '../http/record/field.js';
import {
  ERROR_KINDS,
  type ErrorKind,
  FRAME_STATUSES,
  type FrameFailure,
  failureOf,
  NO_SELECTOR,
  revertSelector,
} from './frame-failure.js';

const CALL_TYPES = [
  'CALL',
  'CALLCODE',
  'DELEGATECALL',
  'STATICCALL',
  'CREATE',
  'CREATE2',
  'SELFDESTRUCT',
  'EOA_TRANSFER',
] as const;

@ApiSchema({ name: 'FailedCallFrame', description: 'One call frame that failed itself.' })
export class FailedCallFrameDto {
  @CallPathField(
    'Place in the call tree: four hex characters per level, the root `0000`; `ffff` counts on in the next four.',
  )
  readonly callPath!: string;

  @CallDepthField(1, 'Level in the call tree; the root is 1.')
  readonly callDepth!: number;

  @ChoiceField(CALL_TYPES, 'Kind of call.')
  readonly callType!: (typeof CALL_TYPES)[number];

  @AddressField('Caller.')
  readonly from!: Address;

  @AddressField(
    'Callee. Of the creation that a transaction is: where it would have put the contract; of an inner creation that failed, which has no address: zeros.',
  )
  readonly to!: Address;

  @ChoiceField(ERROR_KINDS, 'Kind of failure.')
  readonly errorKind!: ErrorKind;

  @ChoiceField(FRAME_STATUSES, '`Revert`: it gave up by itself; `Halt`: it was stopped.')
  readonly status!: FrameFailure['status'];

  @SelectorField('First four bytes of the revert data; zeros when it has fewer.')
  readonly revertSelector!: Hex;

  @BytesField('Revert data, at most its first 4,096 bytes; `0x` when there is none.')
  readonly revertData!: Hex;

  @FlagField('Whether the revert data is longer than what is given.')
  readonly revertDataTruncated!: boolean;

  @CountField('Length of all revert data, bytes.')
  readonly revertDataLength!: number;

  @LongField('Gas used; a number, unlike gas elsewhere.')
  readonly gasUsed!: number;

  @TextField('Name of the error.', 'not known; never guessed')
  readonly errorName?: string;

  @TextField('Signature of the error.', 'not known; never guessed')
  readonly errorSignature?: string;
}

const ROOT = '0x0000';
const NOWHERE: Address = `0x${'0'.repeat(40)}`;

/**
 * The record of a failed frame.
 * @param contractAddress the address at which the transaction would have created a contract, if it is a
 * creation
 */
export function failedCallFrameRecord(
  row: FailedFrameRow,
  contractAddress: Address | null,
  signatures: SignatureBook,
): FailedCallFrameDto {
  const { path, type, from, to, output, outputSize, gasUsed } = row;
  const selector = revertSelector(output);
  const known = selector === undefined ? undefined : signatures.error(selector);
  return {
    callPath: path.slice(2),
    callDepth: frameLevelOfHex(path),
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
