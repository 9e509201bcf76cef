import { ApiSchema } from '@nestjs/swagger';
import type { DefinitionRow, WrittenFamily, WrittenPredicate } from '../../claims/definition.reader.js';
import {
  AnyField,
  ChainIdField,
  ChoiceField,
  ClaimIdField,
  ClaimIdListField,
  NonEmptyTextField,
  RecordField,
  RecordListField,
  TextField,
  UtcTimeField,
} from '../http/record/field.js';
import { expectedOf } from './expected-of.js';
import { describePredicate } from './predicate-description.js';

@ApiSchema({ name: 'DefinitionCheck', description: 'One comparison that a definition makes.' })
export class DefinitionCheckDto {
  @NonEmptyTextField(
    'Name of the comparison. If there are several ways of proving the claim, the name of the way comes before it.',
  )
  readonly factId!: string;

  @NonEmptyTextField('The comparison.')
  readonly operator!: string;

  @AnyField('Expected value: any JSON value.')
  readonly expected!: unknown;

  @TextField('Meaning of the check.')
  readonly description!: string;
}

@ApiSchema({ name: 'DefinitionVersion', description: 'One published version of a definition.' })
export class DefinitionVersionDto {
  @NonEmptyTextField('The version, as `definitionVersion` of proofs names it.')
  readonly version!: string;

  @UtcTimeField('The day it was published, at its beginning.')
  readonly publishedAt!: string;

  @RecordListField(
    () => DefinitionCheckDto,
    'All must hold. If there are several ways of proving the claim, all of one way must hold.',
  )
  readonly checks!: readonly DefinitionCheckDto[];

  @RecordListField(() => DefinitionCheckDto, 'Must hold too; each shows that something forbidden is absent.')
  readonly negativeControls!: readonly DefinitionCheckDto[];

  @ClaimIdListField('The attributes and relations that it depends on.')
  readonly dependencies!: readonly string[];
}

@ApiSchema({ name: 'Definition', description: 'What one attribute or relation means, and how it is proven.' })
export class DefinitionDto {
  @ClaimIdField('The attribute or relation.')
  readonly id!: string;

  @ChoiceField(['attribute', 'relation'], 'Sort of claim.')
  readonly kind!: 'attribute' | 'relation';

  @NonEmptyTextField('Everything before the last colon of the id.')
  readonly family!: string;

  @TextField('Short title.')
  readonly title!: string;

  @TextField('What it means for an address to have it, and what it does not mean.')
  readonly description!: string;

  @RecordField(() => DefinitionVersionDto, 'The version that is evaluated.')
  readonly currentVersion!: DefinitionVersionDto;
}

@ApiSchema({ name: 'DefinitionList', description: 'Everything that can be proven.' })
export class DefinitionListDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @NonEmptyTextField('Position of the newest finding in the order of all findings.')
  readonly graphRevision!: string;

  @RecordListField(() => DefinitionDto, 'Ascending by id.')
  readonly definitions!: readonly DefinitionDto[];
}

@ApiSchema({ name: 'DefinitionDetail', description: 'A definition with every version that was published.' })
export class DefinitionDetailDto extends DefinitionDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @RecordListField(() => DefinitionVersionDto, 'Newest first; the first is the one that is evaluated.')
  readonly versions!: readonly DefinitionVersionDto[];
}

/** The record of a definition at the version that is evaluated. */
export function definitionRecord(row: DefinitionRow): DefinitionDto {
  const { title, means, kind, family } = row.document;
  return { id: row.id, kind, family, title, description: means, currentVersion: versionRecord(row) };
}

export function versionRecord({ version, published, document }: DefinitionRow): DefinitionVersionDto {
  const { families } = document;
  return {
    version,
    publishedAt: `${published}T00:00:00Z`,
    checks: predicatesOf(families, ({ facts }) => facts),
    negativeControls: predicatesOf(families, ({ negativeControls = [] }) => negativeControls),
    dependencies: document.dependsOn,
  };
}

function predicatesOf(
  families: readonly WrittenFamily[],
  predicates: (family: WrittenFamily) => readonly WrittenPredicate[],
): DefinitionCheckDto[] {
  const name = (family: WrittenFamily, { id }: WrittenPredicate) =>
    families.length === 1 ? id : `${family.id}.${id}`;
  return families.flatMap((family) =>
    predicates(family).map((predicate) => ({
      factId: name(family, predicate),
      operator: predicate.operator,
      expected: expectedOf(predicate),
      description: predicate.description ?? describePredicate(predicate),
    })),
  );
}
