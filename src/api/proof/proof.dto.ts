import { ApiSchema } from '@nestjs/swagger';
import type { StoredProof } from '../../claims/proof.reader.js';
import type { Address } from '../../domain/chain/hex.js';
import {
  AddressField,
  ChainIdField,
  CheckListField,
  ClaimIdField,
  HashField,
  LongField,
  NonEmptyTextField,
  ProofHashField,
  ProofHashListField,
  TextField,
  TextListField,
  TextMapField,
} from '../http/record/field.js';
import { WrittenRecord } from '../http/record/written-record.js';

@ApiSchema({
  name: 'Proof',
  description:
    'The facts and evidence behind one claim, sufficient to evaluate it again. `proofHash` is the SHA-256 of the ' +
    'RFC 8785 form of the record without `proofHash`, `evaluatedAt`, `graphRevision` and `snapshotId`: the same ' +
    'chain and definitions give the same hash.',
})
export class ProofDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @AddressField('The address the claim is about.')
  readonly subject!: Address;

  @ClaimIdField('The attribute or relation.')
  readonly attributeId!: string;

  @NonEmptyTextField('`pass`: proven. Others may come.')
  readonly result!: string;

  @NonEmptyTextField('Version and digest of the definition that was evaluated.')
  readonly definitionVersion!: string;

  @NonEmptyTextField('Position of the finding in the order of all findings.')
  readonly graphRevision!: string;

  @LongField('Largest start block of the facts behind it.')
  readonly referenceBlock!: number;

  @HashField('Hash of that block.')
  readonly referenceBlockHash!: string;

  @NonEmptyTextField('Names the chain up to the reference block and the definitions it was evaluated by.')
  readonly snapshotId!: string;

  @NonEmptyTextField('The way of proving it that was taken.')
  readonly selectedFamilyId!: string;

  @CheckListField('The comparisons that were made; all hold.')
  readonly factResults!: readonly object[];

  @CheckListField('Comparisons that hold, each of which shows that something forbidden is absent.')
  readonly negativeControlResults!: readonly object[];

  @ProofHashListField('The proofs that this one depends on.')
  readonly dependencyProofRefs!: readonly string[];

  @TextMapField('For each consulted list, the version since which its entry for the claim is unchanged.')
  readonly bindingVersions!: Readonly<Record<string, string>>;

  @TextListField('Where on the chain the facts are found.')
  readonly sourceEvidenceRefs!: readonly string[];

  @NonEmptyTextField('Version of the semantics it was evaluated by.')
  readonly evaluatorVersion!: string;

  @LongField('When it was first evaluated, Unix seconds.')
  readonly evaluatedAt!: number;

  @TextListField('Empty for what is proven.')
  readonly failureReasonCodes!: readonly string[];

  @ProofHashField('Names the proof.')
  readonly proofHash!: string;

  @AddressField('The other end of a relation.', 'the claim is an attribute')
  readonly object?: string;

  @TextField('Value of the claim; several of one pair are sorted and joined by commas.', 'it has none')
  readonly value?: string;
}

/** The record of a proof: the stored text of the hashed fields, and the fields beside them. */
export function proofRecord({ fields, beside }: StoredProof): WrittenRecord<ProofDto> {
  return new WrittenRecord(`${fields.slice(0, -1)},${JSON.stringify(beside).slice(1)}`);
}
