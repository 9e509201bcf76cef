import { ApiSchema } from '@nestjs/swagger';
import {
  AddressField,
  ChainIdField,
  ClaimIdField,
  LongField,
  ProofHashField,
  TextField,
} from '../http/record/field.js';

@ApiSchema({
  name: 'ProofBundle',
  description:
    'A proof with everything that is needed to check it without this service. `bundle` is the exact text of the file that `proof export` writes: ' +
    'saved byte for byte, `chainproof-verify` checks it offline.',
})
export class ProofBundleDto {
  @ChainIdField('Always 1.')
  readonly chainId!: 1;

  @AddressField('The address the claim is about.')
  readonly subject!: string;

  @ClaimIdField('The attribute or relation.')
  readonly attributeId!: string;

  @AddressField('The other end of a relation.', 'the claim is an attribute')
  readonly object?: string;

  @LongField('The claim held at the end of this block.')
  readonly block!: number;

  @ProofHashField('Names the proof.')
  readonly proofHash!: string;

  @ProofHashField('SHA-256 of the text of the bundle.')
  readonly bundleHash!: string;

  @TextField('The bundle: canonical JSON and a line feed, ASCII.')
  readonly bundle!: string;
}
