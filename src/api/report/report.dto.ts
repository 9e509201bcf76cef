import { ApiSchema } from '@nestjs/swagger';
import type { Address, Hash } from '../../domain/chain/hex.js';
import {
  AddressField,
  ChainIdField,
  ChoiceField,
  ClaimIdField,
  ClaimIdListField,
  HashField,
  LongField,
  NonEmptyTextField,
  ProofHashField,
  RecordListField,
  TextField,
} from '../http/record/field.js';

@ApiSchema({ name: 'ReportedClaim', description: 'A claim of a report.' })
class ReportedClaimDto {
  @ClaimIdField('The attribute or relation.')
  readonly attributeId!: string;

  @AddressField(
    'The other end of a relation.',
    'the claim is an attribute, or a relation that is proven of no counterpart',
  )
  readonly object?: Address;

  @ChoiceField(
    ['proven', 'not_proven', 'undecided'],
    '`undecided`: something that the definition needs is not known. That is neither yes nor no.',
  )
  readonly answer!: string;

  @ProofHashField('The proof.', 'it is not proven')
  readonly proofHash?: string;
}

@ApiSchema({
  name: 'Report',
  description:
    'Several claims of one address as a document to print. `document` needs no script, no network and no service to be read.',
})
export class ReportDto {
  @ChainIdField('Always 1.')
  readonly chainId!: 1;

  @AddressField('The address.')
  readonly subject!: Address;

  @LongField('The claims are shown as of the end of this block.')
  readonly block!: number;

  @HashField('Its hash.')
  readonly blockHash!: Hash;

  @NonEmptyTextField(
    'Names the document, on every page of it. The same question with the same answers at the same block has the same id.',
  )
  readonly documentId!: string;

  @RecordListField(
    () => ReportedClaimDto,
    'In the order asked for; of a relation without a counterpart each that is proven, at most 20.',
  )
  readonly claims!: readonly ReportedClaimDto[];

  @ClaimIdListField(
    'Relations without a counterpart that may hold for others than those in `claims`, ascending: more are proven, or some are undecided.',
  )
  readonly incomplete!: readonly string[];

  @TextField('The document, HTML. It is the whole answer to a request with `Accept: text/html`.')
  readonly document!: string;
}
