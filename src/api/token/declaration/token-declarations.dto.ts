import { ApiSchema } from '@nestjs/swagger';
import { answeredText, answeredUint8 } from '../../../domain/chain/codec/call-answer.js';
import { chainText } from '../../../domain/chain/codec/chain-text.js';
import { toHex } from '../../../domain/chain/codec/hex.js';
import type { Address } from '../../../domain/chain/hex.js';
import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import type { BlockRange } from '../../../domain/interval/block-range.js';
import type {
  DeclarationHistory,
  DeclaredField,
  ResultInterval,
} from '../../../state/tracking/declarations.reader.js';
import {
  AddressField,
  BytesField,
  ChainIdField,
  ChoiceField,
  CountField,
  LongField,
  RecordListField,
  TextField,
} from '../../http/record/field.js';

const DECLARED_FIELDS: readonly DeclaredField[] = ['name', 'symbol', 'decimals'];

@ApiSchema({ name: 'TokenDeclaration', description: 'What a contract declared of itself in some blocks.' })
export class TokenDeclarationDto {
  @ChoiceField([...DECLARED_FIELDS], 'The function that was called.')
  readonly field!: DeclaredField;

  @LongField('First block at whose end it says so, among those covered.')
  readonly startBlock!: number;

  @LongField('Last block at whose end it says so.', 'it still does at `coveredToBlock`')
  readonly endBlock?: number;

  @ChoiceField(
    ['declared', 'none', 'volatile', 'unknown'],
    '`none`: the call reverts, or answers something else than such a value. `volatile`: the answer depends on the block itself. `unknown`: ' +
      'state that the call reads is not known there.',
  )
  readonly state!: string;

  @TextField('The name or symbol, verbatim: a claim, not an identity.', 'none is declared')
  readonly text?: string;

  @CountField('The decimals.', 'none are declared')
  readonly decimals?: number;

  @BytesField('What the call returned or reverted with.', 'volatile, or unknown')
  readonly output?: string;
}

@ApiSchema({
  name: 'TokenDeclarations',
  description: 'The names, symbols and decimals of a contract through time, by executing it.',
})
export class TokenDeclarationsDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @AddressField('The contract.')
  readonly address!: string;

  @LongField('First of the consecutive covered blocks up to the newest.')
  readonly coveredFromBlock!: number;

  @LongField('The newest block.')
  readonly coveredToBlock!: number;

  @RecordListField(
    () => TokenDeclarationDto,
    'By field, newest first, without holes between the covered blocks.',
  )
  readonly declarations!: readonly TokenDeclarationDto[];
}

/** The record of a contract's declarations. */
export function tokenDeclarationsRecord(
  address: Address,
  { fromBlock, toBlock }: BlockRange,
  results: DeclarationHistory['results'],
): TokenDeclarationsDto {
  return {
    chainId: CHAIN_ID,
    address,
    coveredFromBlock: fromBlock,
    coveredToBlock: toBlock,
    declarations: DECLARED_FIELDS.flatMap((field) =>
      results[field].map((interval) => declaration(field, interval, toBlock)),
    ),
  };
}

function declaration(
  field: DeclaredField,
  { since, through, outcome, output }: ResultInterval,
  toBlock: number,
): TokenDeclarationDto {
  const value = outcome === 'returned' ? declared(field, output) : {};
  const isKnown = outcome === 'returned' || outcome === 'reverted';
  return {
    field,
    startBlock: since,
    ...(through < toBlock && { endBlock: through }),
    state: isKnown ? (Object.keys(value).length > 0 ? 'declared' : 'none') : outcome,
    ...value,
    ...(isKnown && { output: toHex(output) }),
  };
}

function declared(field: DeclaredField, output: Buffer): Pick<TokenDeclarationDto, 'text' | 'decimals'> {
  const answer = toHex(output);
  if (field === 'decimals') {
    const decimals = answeredUint8(answer);
    return decimals === undefined ? {} : { decimals };
  }
  const text = answeredText(answer);
  return text === undefined ? {} : { text: chainText(text) };
}
