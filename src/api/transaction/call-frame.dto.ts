import { ApiSchema } from '@nestjs/swagger';
import type { Address, Hex } from '../../domain/chain/hex.js';
import { frameLevelOfHex } from '../../domain/chain/record/frame-path.js';
import type { FrameRow } from '../../records/frame/transaction-frames.reader.js';
import type { SignatureBook } from '../../signature/signature-book.js';
import {
  AddressField,
  AmountField,
  CallDepthField,
  CallPathField,
  ChoiceField,
  LongField,
  SelectorField,
  TextField,
} from '../http/record/field.js';
import { orAbsent } from '../http/record/or-absent.js';

@ApiSchema({ name: 'CallFrame', description: 'One call of a transaction, as the node traces it.' })
export class CallFrameDto {
  @CallPathField(
    'Place in the call tree: four hex characters per level, the root `0000`; `ffff` counts on in the next four.',
  )
  readonly callPath!: string;

  @CallDepthField(1, 'Level in the call tree; the root is 1.')
  readonly callDepth!: number;

  @TextField('Kind of call: `call`, `delegatecall`, `staticcall`, `create`, `create2`. Others may come.')
  readonly callType!: string;

  @AddressField('Caller.')
  readonly from!: Address;

  @AddressField('Callee, or the created address.', 'a creation that failed before it had an address')
  readonly to?: Address;

  @AmountField('Value moved, wei.')
  readonly valueWei!: string;

  @LongField('Gas used.')
  readonly gasUsed!: number;

  @ChoiceField(
    ['success', 'failed', 'undone'],
    '`failed`: the call itself failed. `undone`: it succeeded, and a call above it failed, so that it left nothing.',
  )
  readonly status!: 'success' | 'failed' | 'undone';

  @TextField("The tracer's words.", 'the call itself did not fail')
  readonly error?: string;

  @SelectorField('First four bytes of the call data.', 'there are fewer')
  readonly methodId?: Hex;

  @TextField('Name of the function called.', 'not known; never guessed')
  readonly methodName?: string;
}

/** The record of a call. */
export function callFrameRecord(row: FrameRow, signatures: SignatureBook): CallFrameDto {
  const { path, type, from, value, gasUsed, selector, error, reverted } = row;
  return {
    callPath: path.slice(2),
    callDepth: frameLevelOfHex(path),
    callType: type.toLowerCase(),
    from,
    // Its code runs as the caller, which keeps the value.
    valueWei: type === 'CALLCODE' ? '0' : value,
    gasUsed,
    status: error !== null ? 'failed' : reverted ? 'undone' : 'success',
    ...orAbsent('to', row.to),
    ...orAbsent('error', error),
    ...orAbsent('methodId', selector),
    ...orAbsent('methodName', selector === null ? undefined : signatures.methodName(selector)),
  };
}
