import { ApiSchema } from '@nestjs/swagger';
import type { BundledCall } from '../../../bundle/call-bundle.reader.js';
import { digestText } from '../../../domain/canonical/canonical-json.js';
import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import {
  AddressField,
  ChainIdField,
  ChoiceField,
  HashField,
  LongField,
  ProofHashField,
  RecordField,
  TextField,
} from '../../http/record/field.js';
import { CallUndecidedDto, undecidedRecord } from './contract-call.dto.js';

@ApiSchema({
  name: 'CallBundle',
  description:
    'A view call with everything that is needed to execute it without this service and without a node. `bundle` is the exact text of the ' +
    'file that `call export` writes: saved byte for byte, `chainproof-verify` executes it offline.',
})
export class CallBundleDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @AddressField('The contract.')
  readonly address!: string;

  @ChoiceField(['returned', 'reverted', 'undecided'], 'How the call ended.')
  readonly outcome!: string;

  @RecordField(() => CallUndecidedDto, 'Why there is no result.', 'there is one')
  readonly undecided?: CallUndecidedDto;

  @LongField('Block at whose end the call ran.')
  readonly blockNumber!: number;

  @HashField('Its hash.')
  readonly blockHash!: string;

  @ProofHashField('SHA-256 of the text of the bundle.', 'the call is undecided')
  readonly bundleHash?: string;

  @TextField('The bundle: canonical JSON and a line feed, ASCII.', 'the call is undecided')
  readonly bundle?: string;
}

/** The record of a call with its bundle. */
export function callBundleRecord(address: string, { call, text }: BundledCall): CallBundleDto {
  const { block, result, reason } = call;
  return {
    chainId: CHAIN_ID,
    address,
    outcome: result.outcome,
    ...(reason && { undecided: undecidedRecord(reason) }),
    blockNumber: block.number,
    blockHash: block.hash,
    ...(text !== undefined && { bundleHash: digestText(text), bundle: text }),
  };
}
