import { ApiSchema } from '@nestjs/swagger';
import type { CarriedClaim } from '../../claims/subjects.reader.js';
import type { Address } from '../../domain/chain/hex.js';
import {
  AddressField,
  ChainIdField,
  ClaimIdField,
  CursorField,
  LongField,
  ProofHashField,
  RecordListField,
  TextField,
} from '../http/record/field.js';
import { orAbsent } from '../http/record/or-absent.js';

@ApiSchema({ name: 'Subject', description: 'An address that carries a claim.' })
class SubjectDto {
  @AddressField('The address.')
  readonly address!: Address;

  @AddressField('The other end of a relation.', 'the claim is an attribute')
  readonly counterpart?: string;

  @TextField('Value of the claim.', 'it has none')
  readonly value?: string;

  @LongField('First covered block of the interval in which it holds.')
  readonly startBlock!: number;

  @LongField('Largest start block of the facts behind its proof.')
  readonly referenceBlock!: number;

  @ProofHashField('The proof.')
  readonly proofHash!: string;
}

@ApiSchema({
  name: 'SubjectList',
  description: 'Addresses for which a claim is proven at the end of one block.',
})
export class SubjectListDto {
  @ChainIdField('Always 1.')
  readonly chainId!: 1;

  @ClaimIdField('The attribute or relation.')
  readonly attributeId!: string;

  @LongField('The block; of later pages that of the first.')
  readonly block!: number;

  @RecordListField(() => SubjectDto, 'Ascending by address, then counterpart.', 500)
  readonly subjects!: readonly SubjectDto[];

  @CursorField('Continues the list.', 'this is the last page')
  readonly nextCursor?: string;
}

export function subjectRecord(claim: CarriedClaim): SubjectDto {
  const { subject, object, value, startBlock, referenceBlock, proofHash } = claim;
  return {
    address: subject,
    ...(object !== '0x' && { counterpart: object }),
    ...orAbsent('value', value),
    startBlock,
    referenceBlock,
    proofHash,
  };
}
