import { ApiSchema } from '@nestjs/swagger';
import type { ExplainedClaim, ExplainedFamily } from '../../bundle/explanation.reader.js';
import type { Address } from '../../domain/chain/hex.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { BlockRangeDto } from '../coverage/coverage.dto.js';
import {
  AddressField,
  AnyField,
  ChainIdField,
  ChoiceField,
  ClaimIdField,
  FlagField,
  LongField,
  NonEmptyTextField,
  ProofHashField,
  RecordListField,
  TextField,
  TextListField,
} from '../http/record/field.js';
import { orAbsent } from '../http/record/or-absent.js';
import { ConsultedListDto } from '../registry/consulted-list.dto.js';

const OUTCOMES = ['holds', 'fails', 'unknown'];

@ApiSchema({ name: 'ExplainedCheck', description: 'How one comparison came out.' })
class ExplainedCheckDto {
  @NonEmptyTextField('Name of the comparison, as in the definition.')
  readonly id!: string;

  @NonEmptyTextField('The comparison.')
  readonly operator!: string;

  @FlagField('Whether it shows that something forbidden is absent.')
  readonly isControl!: boolean;

  @TextField('Meaning of the check.', 'its author wrote none')
  readonly description?: string;

  @ChoiceField(OUTCOMES, '`unknown`: a fact that it needs is not known.')
  readonly outcome!: string;

  @AnyField('Expected value: any JSON value.')
  readonly expected!: unknown;

  @AnyField('What was found: as in the proof where the comparison holds, otherwise words.')
  readonly observed!: unknown;

  @TextListField('Where on the chain it is found; empty where the comparison does not hold.')
  readonly evidence!: readonly string[];
}

@ApiSchema({
  name: 'ExplainedWay',
  description: 'One way of proving the claim, with all of its comparisons.',
})
class ExplainedWayDto {
  @NonEmptyTextField('Name of the way, as in the definition.')
  readonly familyId!: string;

  @TextField(
    'The key, for a way that is evaluated for each key of a fact; the first 20 are shown.',
    'it is evaluated once',
  )
  readonly key?: string;

  @ChoiceField(OUTCOMES, 'The worst of its comparisons. A way that holds proves the claim.')
  readonly outcome!: string;

  @RecordListField(() => ExplainedCheckDto, 'In the order of the definition.')
  readonly checks!: readonly ExplainedCheckDto[];
}

@ApiSchema({ name: 'ExplainedProof', description: 'What is proven.' })
class ExplainedProofDto {
  @AddressField('The other end of a relation.', 'the claim is an attribute')
  readonly object?: string;

  @TextField('Value of the claim.', 'it has none')
  readonly value?: string;

  @ProofHashField('The proof.')
  readonly proofHash!: string;
}

@ApiSchema({
  name: 'Explanation',
  description:
    'Why a claim holds, does not hold, or is not known to. It is evaluated again from the stored facts at the end of the block.',
})
export class ExplanationDto {
  @ChainIdField('Always 1.')
  readonly chainId!: 1;

  @AddressField('The address.')
  readonly subject!: Address;

  @ClaimIdField('The attribute or relation.')
  readonly attributeId!: string;

  @AddressField('The counterpart asked about.', 'any counterpart would do, or the claim is an attribute')
  readonly object?: Address;

  @LongField('At the end of this block.')
  readonly block!: number;

  @ChoiceField(
    ['proven', 'not_proven', 'undecided'],
    '`undecided`: something that the definition needs is not known. That is neither yes nor no.',
  )
  readonly answer!: string;

  @ChoiceField(
    ['blocks_missing', 'code_unknown', 'facts_unknown'],
    '`blocks_missing`: the block was not evaluated. `code_unknown`: what code the address had is not known. `facts_unknown`: a comparison says so.',
    'the answer is not `undecided`',
  )
  readonly reason?: string;

  @RecordListField(
    () => BlockRangeDto,
    'The blocks without which it is undecided; empty where it depends on a node or on nothing.',
  )
  readonly missing!: readonly BlockRangeDto[];

  @NonEmptyTextField('Short title of the claim.')
  readonly title!: string;

  @TextField('What the claim means, and what it does not mean.')
  readonly means!: string;

  @NonEmptyTextField('Version and digest of the definition.')
  readonly definitionVersion!: string;

  @TextListField('Records of a block, beside `blocks`, without which the definition is not evaluated.')
  readonly requires!: readonly string[];

  @RecordListField(() => ConsultedListDto, 'The lists that the definition consults, ascending by id.')
  readonly lists!: readonly ConsultedListDto[];

  @RecordListField(() => ExplainedProofDto, 'What is proven; ascending by object.')
  readonly proofs!: readonly ExplainedProofDto[];

  @RecordListField(() => ExplainedWayDto, 'Every way of proving it; empty where the block was not evaluated.')
  readonly ways!: readonly ExplainedWayDto[];
}

type About = Pick<ExplanationDto, 'subject' | 'attributeId' | 'object' | 'lists'>;

export function explanationRecord(
  { lists, ...about }: About,
  { definition, block, answer, reason, missing, claims, families }: ExplainedClaim,
): ExplanationDto {
  const { title, means, definitionVersion, requires } = definition;
  return {
    chainId: CHAIN_ID,
    ...about,
    block,
    answer,
    ...(reason !== undefined && { reason }),
    missing,
    title,
    means,
    definitionVersion,
    requires,
    lists,
    proofs: claims.map(({ object, value, proofHash }) => ({
      ...orAbsent('object', object ?? null),
      ...orAbsent('value', value ?? null),
      proofHash,
    })),
    ways: families.map(wayRecord),
  };
}

function wayRecord({ id, key, outcome, checks }: ExplainedFamily): ExplainedWayDto {
  return {
    familyId: id,
    ...(key !== undefined && { key }),
    outcome,
    checks: checks.map((check) => ({
      id: check.id,
      operator: check.operator,
      isControl: check.isControl,
      ...(check.description !== undefined && { description: check.description }),
      outcome: check.outcome,
      expected: check.expected,
      observed: check.observed,
      evidence: check.evidence,
    })),
  };
}
