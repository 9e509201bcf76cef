import { ApiSchema } from '@nestjs/swagger';
import type { Address } from '../../domain/chain/hex.js';
import type { NameMatch } from '../../projection/name/name-search.reader.js';
import { TokenStateDto, TypeStateDto, tokenStateRecord } from '../address/address-state.dto.js';
import {
  AddressField,
  ChainIdField,
  ChoiceField,
  ChoiceListField,
  FlagField,
  NonEmptyTextField,
  RecordField,
  RecordListField,
} from '../http/record/field.js';

const MATCHED_ON = ['address', 'token_symbol', 'token_name', 'name'] as const;
const CLOSENESS = ['exact', 'prefix', 'substring', 'address_fragment'] as const;
const QUERY_KINDS = ['address', 'text'] as const;
const COLLECTIONS = ['tokens', 'names'] as const;

@ApiSchema({ name: 'ResolveMatch', description: 'One address that the query can mean.' })
export class ResolveMatchDto {
  @AddressField('The address.')
  readonly address!: Address;

  @ChoiceField(MATCHED_ON, 'Where the query was found.')
  readonly matchedOn!: (typeof MATCHED_ON)[number];

  @ChoiceField(
    CLOSENESS,
    'How closely. Of a token only an equal symbol is `exact`, an equal name is `prefix`. `address_fragment`: only inside a text that carries twelve hex digits in a row or more.',
  )
  readonly match!: (typeof CLOSENESS)[number];

  @RecordField(() => TypeStateDto, 'What has been proven about the kind of address.')
  readonly type!: TypeStateDto;

  @RecordField(() => TokenStateDto, 'Token metadata held for the address.')
  readonly token!: TokenStateDto;

  @NonEmptyTextField(
    'Name the address is shown under: of a project, exchange or protocol, of ENS, or the one that it declares if there is no better one.',
    'the service has no name for the address',
  )
  readonly name?: string;

  @NonEmptyTextField(
    'The standing of the name: `verified`, `normal`, `qualified` (it declares the name itself), `warning`, `danger`, or `unknown` (the service cannot say whether the declared name imitates an asset, or the ENS name is not normalised). Values may be added.',
    'the service has no name for the address',
  )
  readonly nameStanding?: string;

  @NonEmptyTextField('Symbol of the asset the address is flagged as imitating.', 'it is not flagged')
  readonly impersonates?: string;
}

@ApiSchema({
  name: 'ResolveResult',
  description: 'The addresses that a text or an address can mean.',
})
export class ResolveResultDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @NonEmptyTextField('The query as looked up, without surrounding white space.')
  readonly query!: string;

  @ChoiceField(QUERY_KINDS, '`address` where it is one.')
  readonly queryKind!: (typeof QUERY_KINDS)[number];

  @RecordListField(
    () => ResolveMatchDto,
    'Best first, those of unknown standing after all others, and flagged ones last; empty where nothing was found.',
    20,
  )
  readonly matches!: readonly ResolveMatchDto[];

  @FlagField('Whether more addresses were found than are listed.')
  readonly hasMore!: boolean;

  @ChoiceListField(
    COLLECTIONS,
    'What was searched for a text. Nothing can be found in a collection that is not listed.',
    'the query is an address',
  )
  readonly searched?: readonly (typeof COLLECTIONS)[number][];
}

/** The record of an address that was found by a text. */
export function resolveMatchRecord(
  { address, matchedOn, closeness, presentation, declaration }: NameMatch,
  type: TypeStateDto,
): ResolveMatchDto {
  return {
    address,
    matchedOn,
    match: closeness,
    type,
    token: tokenStateRecord(declaration),
    ...presentation,
  };
}
