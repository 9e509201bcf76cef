import { ApiSchema } from '@nestjs/swagger';
import type { Address } from '../../domain/chain/hex.js';
import { AddressField, ChoiceField, LongField, RecordField, RecordListField } from '../http/record/field.js';
import { CounterpartyDto } from './counterparty.dto.js';

const WINDOW_KINDS = ['all', 'block'] as const;
const CORPUS_BASES = ['registry', 'counted', 'precomputed', 'window', 'at_block'] as const;
const TOO_MANY = 'more than 10,000 of them';

@ApiSchema({ name: 'CounterpartyWindow', description: 'What part of history is ranked.' })
export class CounterpartyWindowDto {
  @ChoiceField(WINDOW_KINDS, '`all`: the whole history; `block`: up to and including the block asked for.')
  readonly kind!: (typeof WINDOW_KINDS)[number];

  @LongField('Last block counted.', 'not stated')
  readonly asOfBlock?: number;
}

@ApiSchema({ name: 'CounterpartyRanking', description: 'The first counterparties of one address.' })
export class CounterpartyRankingDto {
  @AddressField('The address.')
  readonly address!: Address;

  @RecordField(() => CounterpartyWindowDto, 'What part of history is ranked.')
  readonly window!: CounterpartyWindowDto;

  @RecordListField(
    () => CounterpartyDto,
    'Most successful transactions first, then the most recent, then by address.',
    100,
  )
  readonly counterparties!: readonly CounterpartyDto[];

  @LongField('Distinct counterparties in the window.', TOO_MANY)
  readonly corpus?: number;

  @ChoiceField(
    CORPUS_BASES,
    'Where they are counted: `precomputed` totals of the whole history, or `at_block` from its parts up to the block.',
    TOO_MANY,
  )
  readonly corpusBasis?: (typeof CORPUS_BASES)[number];

  @LongField(
    'Counterparties left out that have as many successful transactions as the last row.',
    'none was left out, or more than 10,000 of them',
  )
  readonly boundaryTieCount?: number;
}
