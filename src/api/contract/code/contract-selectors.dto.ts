import { ApiSchema } from '@nestjs/swagger';
import type { Address, Hash, Hex } from '../../../domain/chain/hex.js';
import type { FunctionSignature } from '../../../signature/signature-book.js';
import {
  AddressField,
  ChainIdField,
  ChoiceField,
  CountField,
  HashField,
  RecordListField,
  SelectorField,
  TextField,
} from '../../http/record/field.js';

const NOT_KNOWN = 'no signature is known';

@ApiSchema({ name: 'ContractSelector', description: 'One selector found in the code.' })
export class ContractSelectorDto {
  @SelectorField('Four bytes.')
  readonly selector!: Hex;

  @ChoiceField(
    ['partial', 'ambiguous', 'abi_missing'],
    '`partial`: one signature is known. `ambiguous`: several share the selector. `abi_missing`: none is known.',
  )
  readonly decodeStatus!: 'partial' | 'ambiguous' | 'abi_missing';

  @TextField('Canonical signature; the most used one where several are known.', NOT_KNOWN)
  readonly signature?: string;

  @TextField('Name of that function.', NOT_KNOWN)
  readonly name?: string;

  @CountField('Signatures known.', NOT_KNOWN)
  readonly candidateCount?: number;
}

@ApiSchema({ name: 'ContractSelectors', description: 'Selectors found in the code of one contract.' })
export class ContractSelectorsDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @AddressField('The contract.')
  readonly address!: Address;

  @HashField('keccak-256 of the code.')
  readonly codeHash!: Hash;

  @CountField('Selectors found.')
  readonly selectorCount!: number;

  @RecordListField(() => ContractSelectorDto, 'Ascending.')
  readonly selectors!: readonly ContractSelectorDto[];
}

/** The record of a selector. @param known its signatures, the most used first. */
export function contractSelector(selector: Hex, known: readonly FunctionSignature[]): ContractSelectorDto {
  const [best] = known;
  if (!best) return { selector, decodeStatus: 'abi_missing' };
  const { signature, name } = best;
  const decodeStatus = known.length === 1 ? 'partial' : 'ambiguous';
  return { selector, decodeStatus, signature, name, candidateCount: known.length };
}
