import { ApiSchema } from '@nestjs/swagger';
import type { ClaimsOfMany, HeldClaim } from '../../claims/claims-of-many.reader.js';
import type { Address } from '../../domain/chain/hex.js';
import {
  AddressField,
  ChainIdField,
  ChoiceField,
  ClaimIdField,
  ClaimIdListField,
  LongField,
  ProofHashField,
  RecordListField,
  TextField,
  UnixSecondsField,
} from '../http/record/field.js';
import { orAbsent } from '../http/record/or-absent.js';
import { ConsultedListDto } from '../registry/consulted-list.dto.js';

export const NATURES = ['address_nature:contract', 'address_nature:eoa'];

@ApiSchema({
  name: 'ScreenedRisk',
  description: 'Something that is proven of an address and points to risk.',
})
class ScreenedRiskDto {
  @ClaimIdField('The attribute.')
  readonly attributeId!: string;

  @TextField('Value of the attribute.', 'it has none')
  readonly value?: string;

  @LongField('First covered block of the interval in which it holds.')
  readonly startBlock!: number;

  @UnixSecondsField('Time of that block, Unix seconds.')
  readonly startTime!: number;

  @ProofHashField('The proof.')
  readonly proofHash!: string;
}

@ApiSchema({ name: 'ScreenedAddress', description: 'What is proven of one address.' })
class ScreenedAddressDto {
  @AddressField('The address.')
  readonly address!: Address;

  @ChoiceField(['account', 'contract'], 'What it is.', 'neither is proven')
  readonly nature?: string;

  @RecordListField(() => ScreenedRiskDto, 'Ascending by attribute.')
  readonly risks!: readonly ScreenedRiskDto[];

  @ClaimIdListField(
    'Attributes asked about that are neither proven nor disproven, ascending. No risk is not the same.',
  )
  readonly undecided!: readonly string[];
}

@ApiSchema({ name: 'Screening', description: 'Risks of several addresses at the end of one block.' })
export class ScreeningDto {
  @ChainIdField('Always 1.')
  readonly chainId!: 1;

  @LongField('The block.')
  readonly block!: number;

  @LongField(
    'First of the blocks that lead to it without a gap for everything that was looked for and is covered there. What happened before is seen only where the state or a list still shows it.',
  )
  readonly coveredFromBlock!: number;

  @ClaimIdListField('The attributes that were looked for, ascending. Nothing else was.')
  readonly checked!: readonly string[];

  @RecordListField(() => ScreenedAddressDto, 'In the order asked for, each once.', 90)
  readonly addresses!: readonly ScreenedAddressDto[];

  @RecordListField(() => ConsultedListDto, 'The lists that the attributes depend on, ascending by id.')
  readonly lists!: readonly ConsultedListDto[];
}

export function screenedAddress(address: Address, { claims, undecided }: ClaimsOfMany): ScreenedAddressDto {
  const own = claims.filter(({ subject }) => subject === address);
  const nature = own.find(({ id }) => NATURES.includes(id))?.id;
  return {
    address,
    ...(nature !== undefined && { nature: nature === 'address_nature:eoa' ? 'account' : 'contract' }),
    risks: own.filter(({ id }) => !NATURES.includes(id)).map(riskRecord),
    undecided: undecided
      .filter(({ subject, id }) => subject === address && !NATURES.includes(id))
      .map(({ id }) => id),
  };
}

function riskRecord({ id, value, startBlock, startTime, proofHash }: HeldClaim): ScreenedRiskDto {
  return { attributeId: id, ...orAbsent('value', value), startBlock, startTime, proofHash };
}
