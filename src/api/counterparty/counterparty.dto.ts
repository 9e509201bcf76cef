import { ApiSchema } from '@nestjs/swagger';
import type { Address } from '../../domain/chain/hex.js';
import type { CounterpartyRow } from '../../projection/counterparty/counterparties.reader.js';
import { AddressField, ChoiceListField, LongField, RecordField } from '../http/record/field.js';

export const SURFACES = ['external', 'internal', 'token'] as const;
export type Surface = (typeof SURFACES)[number];

const TOKEN_CLASSES = ['fungible', 'nft'] as const;
const NOT_LISTED = 'they did not touch there';

@ApiSchema({
  name: 'SurfaceCounts',
  description: 'Transactions by where they touched, reverted ones included.',
})
export class SurfaceCountsDto {
  @LongField('Transactions one sent the other.', NOT_LISTED)
  readonly external?: number;

  @LongField('Transactions inside which one paid the other.', NOT_LISTED)
  readonly internal?: number;

  @LongField('Transactions in which a token went from one to the other.', NOT_LISTED)
  readonly token?: number;
}

@ApiSchema({
  name: 'Counterparty',
  description: 'One counterparty. A transaction counts once in each figure.',
})
export class CounterpartyDto {
  @AddressField('The other address.')
  readonly counterparty!: Address;

  @LongField('Transactions with a successful interaction of the two; the ranking is by this count.')
  readonly succeededTxCount!: number;

  @LongField('All transactions with an interaction of the two, failed ones included.')
  readonly interactionTxCount!: number;

  @LongField('Those in which the address was the giving side, or tried to be.')
  readonly sentTxCount!: number;

  @LongField('Those in which it was the receiving side, or should have been.')
  readonly receivedTxCount!: number;

  @LongField('Block in which they first met, within the window.')
  readonly firstBlock!: number;

  @LongField('Block in which they last met, within the window.')
  readonly lastBlock!: number;

  @ChoiceListField(
    SURFACES,
    '`external`: transactions; `internal`: value inside transactions; `token`: token transfers.',
    undefined,
    1,
  )
  readonly surfaces!: readonly Surface[];

  @RecordField(
    () => SurfaceCountsDto,
    'Transactions by surface, as `interactionTxCount` counts them; one on two surfaces counts on both.',
    'there is no breakdown',
  )
  readonly surfaceCounts?: SurfaceCountsDto;

  @ChoiceListField(TOKEN_CLASSES, 'Classes of the tokens moved.', 'no token moved between them')
  readonly tokenClasses?: readonly (typeof TOKEN_CLASSES)[number][];
}

/** The record of a counterparty. */
export function counterpartyRecord(row: CounterpartyRow): CounterpartyDto {
  const counts = { external: row.externalCount, internal: row.internalCount, token: row.tokenCount };
  const surfaces = SURFACES.filter((surface) => counts[surface] > 0);
  return {
    counterparty: row.counterparty,
    succeededTxCount: row.succeededCount,
    interactionTxCount: row.txCount,
    sentTxCount: row.sentCount,
    receivedTxCount: row.receivedCount,
    firstBlock: row.firstBlock,
    lastBlock: row.lastBlock,
    surfaces,
    surfaceCounts: Object.fromEntries(surfaces.map((surface) => [surface, counts[surface]])),
    ...(counts.token > 0 && { tokenClasses: row.tokenClasses }),
  };
}
