import { toHex } from '../../../domain/chain/codec/hex.js';
import type { Address, Hex } from '../../../domain/chain/hex.js';
import type { ViewCall } from '../../../state/call/view-call.reader.js';
import { ChoiceField, RecordField } from '../../http/record/field.js';
import { orAbsent } from '../../http/record/or-absent.js';
import {
  CallSupportDto,
  CallUndecidedDto,
  CallValidityDto,
  undecidedRecord,
} from '../call/contract-call.dto.js';

const OUTCOMES = ['answered', 'reverted', 'malformed', 'undecided'];

/** Fields of a record whose value comes from executing a view call. */
export class ExecutedDto {
  @ChoiceField(
    OUTCOMES,
    '`answered`: with the value. `reverted`: the call failed. `malformed`: there is no code, or what it returned is no such value. ' +
      '`undecided` says nothing about the contract.',
  )
  readonly outcome!: string;

  @RecordField(() => CallUndecidedDto, 'Why the call has no result.', 'it has one')
  readonly undecided?: CallUndecidedDto;

  @RecordField(() => CallSupportDto, 'How the state that was read is supported.', 'the call is undecided')
  readonly support?: CallSupportDto;

  @RecordField(
    () => CallValidityDto,
    'Blocks in which the outcome and the value are the same.',
    'they are good for this block alone, or the call is undecided',
  )
  readonly validity?: CallValidityDto;
}

/** An executed value and what it rests on. The caller chooses its type. */
export interface Executed<Value> {
  readonly value?: Value;
  readonly fields: ExecutedDto;
}

/** @param read decodes the return data; undefined if it is no such value */
export function executed<Value>(
  to: Address,
  { result, reason, support, validity }: ViewCall,
  read: (output: Hex) => Value | undefined,
): Executed<Value> {
  if (reason !== undefined) return { fields: { outcome: 'undecided', undecided: undecidedRecord(reason) } };
  const restsOn = { support, ...orAbsent('validity', validity) };
  if (result.outcome === 'reverted') return { fields: { outcome: 'reverted', ...restsOn } };
  // A precompile returns data without code, which is no statement of a contract.
  const value = result.codes.includes(to) ? read(toHex(Buffer.from(result.output))) : undefined;
  if (value === undefined) return { fields: { outcome: 'malformed', ...restsOn } };
  return { value, fields: { outcome: 'answered', ...restsOn } };
}
