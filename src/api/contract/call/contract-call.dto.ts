import { ApiSchema } from '@nestjs/swagger';
import { bytesToHex, toHex } from '../../../domain/chain/codec/hex.js';
import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import { wordHex } from '../../../domain/chain/word.js';
import type { CallUndecided, ViewCall } from '../../../state/call/view-call.reader.js';
import {
  AddressField,
  AmountField,
  BytesField,
  ChainIdField,
  ChoiceField,
  ChoiceListField,
  CountField,
  HashField,
  LongField,
  NonEmptyTextField,
  RecordField,
  RecordListField,
  TextField,
} from '../../http/record/field.js';
import { orAbsent } from '../../http/record/or-absent.js';

const SUPPORTS = ['proven', 'changes', 'attested'];
const SUPPORT =
  '`proven` by a proof against the state root of a header or by access lists, from the state `changes` of covered blocks, or `attested` by a node.';

@ApiSchema({ name: 'CallRead', description: 'A storage slot that a call read.' })
export class CallReadDto {
  @AddressField('Account of the storage.')
  readonly address!: string;

  @HashField('The slot.')
  readonly slot!: string;

  @HashField('Its value before the call.')
  readonly value!: string;

  @ChoiceField(SUPPORTS, SUPPORT)
  readonly support!: string;
}

@ApiSchema({ name: 'CallCode', description: 'An account whose code a call ran or read.' })
export class CallCodeDto {
  @AddressField('The account.')
  readonly address!: string;

  @HashField('Hash of its code; of no bytes where it has none.')
  readonly codeHash!: string;

  @ChoiceField(SUPPORTS, SUPPORT)
  readonly support!: string;
}

@ApiSchema({ name: 'CallAccount', description: 'A field of an account that a call looked at.' })
export class CallAccountDto {
  @AddressField('The account.')
  readonly address!: string;

  @ChoiceField(['balance', 'nonce'], 'The field; a code that was looked at is among `codes`.')
  readonly field!: string;

  @AmountField('Its value; of a balance in wei.')
  readonly value!: string;

  @ChoiceField(SUPPORTS, SUPPORT)
  readonly support!: string;
}

@ApiSchema({
  name: 'CallSupport',
  description: 'Of the slots, codes and fields that a call read, how many have each kind of support.',
})
export class CallSupportDto {
  @CountField('Proven against the state root of a header.')
  readonly proven!: number;

  @CountField('From the state changes of covered blocks.')
  readonly changes!: number;

  @CountField('Attested by a node alone.')
  readonly attested!: number;
}

@ApiSchema({
  name: 'CallValidity',
  description: 'Blocks at whose ends everything that the call read is the same.',
})
export class CallValidityDto {
  @LongField('First of them.')
  readonly sinceBlock!: number;

  @LongField('Last of them; up to the newest covered block where nothing was written again.')
  readonly throughBlock!: number;
}

@ApiSchema({ name: 'CallUndecided', description: 'Why a call has no result.' })
export class CallUndecidedDto {
  @ChoiceField(
    ['missing', 'budget', 'precompile', 'fork'],
    'Something of the block is `missing`, a `budget` ran out, a `precompile` cannot run here, or the rules of the `fork` are not known.',
  )
  readonly kind!: string;

  @TextField(
    'What is missing, or which budget: `gas`, `frames`, `steps`, `memory`, `places` that were read, or `rounds` of reading; or the address of the precompile, or the name of the fork.',
  )
  readonly what!: string;
}

const VOLATILE = [
  ...[
    'BASEFEE',
    'BLOBBASEFEE',
    'BLOCKHASH',
    'COINBASE',
    'GAS',
    'GASLIMIT',
    'NUMBER',
    'PREVRANDAO',
    'SLOTNUM',
  ],
  ...['TIMESTAMP', 'SYSTEM_CONTRACT'],
];

@ApiSchema({
  name: 'ContractCall',
  description: 'The result of a view call, and everything that it read.',
})
export class ContractCallDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @AddressField('The contract.')
  readonly address!: string;

  @ChoiceField(
    ['returned', 'reverted', 'undecided'],
    'How it ended. `undecided` is not `reverted`: it says nothing about the contract.',
  )
  readonly outcome!: string;

  @BytesField('What was returned, or the data of a revert.', 'the call is undecided')
  readonly output?: string;

  @TextField(
    'Text of a revert by `Error(string)` or `Panic(uint256)`. The author of the contract chose it.',
    'the call did not revert, or not with such a text',
  )
  readonly revertReason?: string;

  @RecordField(() => CallUndecidedDto, 'Why there is no result.', 'there is one')
  readonly undecided?: CallUndecidedDto;

  @LongField('Block at whose end the call ran.')
  readonly blockNumber!: number;

  @HashField('Its hash.')
  readonly blockHash!: string;

  @NonEmptyTextField('Name of the fork whose rules hold in the block.')
  readonly fork!: string;

  @AmountField('Gas of the call itself, without what a transaction costs before it.', 'the call is undecided')
  readonly gasUsed?: string;

  @RecordListField(
    () => CallReadDto,
    'Slots that were read, in order, each once.',
    undefined,
    'the call is undecided',
  )
  readonly reads?: readonly CallReadDto[];

  @RecordListField(
    () => CallCodeDto,
    'Accounts whose code was run or looked at.',
    undefined,
    'the call is undecided',
  )
  readonly codes?: readonly CallCodeDto[];

  @RecordListField(
    () => CallAccountDto,
    'Balances and nonces that were looked at. To call an account is not to look at it.',
    undefined,
    'the call is undecided',
  )
  readonly accounts?: readonly CallAccountDto[];

  @ChoiceListField(
    VOLATILE,
    'Opcodes that read the block, GAS if it was used for more than the gas of a call, and SYSTEM_CONTRACT for a slot that blocks ' +
      'write outside transactions. With any of them the result is good for its block alone.',
    'the call is undecided',
  )
  readonly volatile?: readonly string[];

  @RecordField(
    () => CallSupportDto,
    'How many of the values that the call read have each kind of support.',
    'the call is undecided',
  )
  readonly support?: CallSupportDto;

  @RecordField(
    () => CallValidityDto,
    'Blocks in which the same call has the same result.',
    'the result is good for its block alone, or the call is undecided',
  )
  readonly validity?: CallValidityDto;
}

/** The record of a call. */
export function contractCallRecord(address: string, call: ViewCall): ContractCallDto {
  const { block, fork, result, reason, revertReason } = call;
  return {
    chainId: CHAIN_ID,
    address,
    outcome: result.outcome,
    ...(reason === undefined && { output: bytesToHex(result.output) }),
    ...orAbsent('revertReason', revertReason),
    ...(reason && { undecided: undecidedRecord(reason) }),
    blockNumber: block.number,
    blockHash: block.hash,
    fork,
    ...(reason === undefined && decided(call)),
  };
}

function decided({ result, places, support, validity }: ViewCall): Partial<ContractCallDto> {
  const reads: CallReadDto[] = [];
  const codes: CallCodeDto[] = [];
  const accounts: CallAccountDto[] = [];
  for (const { place, answer } of places) {
    if (!answer.known) continue;
    const { kind, address } = place;
    const { value, support: by } = answer;
    if (typeof value !== 'bigint') codes.push({ address, codeHash: toHex(value.hash), support: by });
    else if (kind === 'slot')
      reads.push({ address, slot: wordHex(place.slot), value: wordHex(value), support: by });
    else accounts.push({ address, field: kind, value: value.toString(), support: by });
  }
  return {
    gasUsed: String(result.gasUsed),
    ...{ reads, codes, accounts, support },
    volatile: result.volatile,
    ...orAbsent('validity', validity),
  };
}

/** The record of why a call has no result. */
export function undecidedRecord(reason: CallUndecided): CallUndecidedDto {
  return { kind: reason.kind, what: missingPart(reason) };
}

function missingPart(reason: CallUndecided): string {
  switch (reason.kind) {
    case 'budget':
      return reason.what;
    case 'caller':
    case 'stopped':
    case 'target':
      return reason.kind;
    case 'precompile':
      return reason.address;
    case 'fork':
      return reason.name;
    default:
      if (reason.what === 'blockHash') return `hash of block ${reason.number}`;
      return reason.what === 'blockField' ? reason.field : `${reason.what} of ${reason.address}`;
  }
}
