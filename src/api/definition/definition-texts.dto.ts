import { ApiSchema } from '@nestjs/swagger';
import { ChainIdField, ClaimIdField, NonEmptyTextField, RecordListField } from '../http/record/field.js';

@ApiSchema({ name: 'DefinitionText', description: 'One version of a definition as it was written.' })
class DefinitionTextDto {
  @NonEmptyTextField('The version, with the digest of its rules.')
  readonly version!: string;

  @NonEmptyTextField(
    'The YAML file. Its words may be newer than the version, whose digest covers the rules alone.',
  )
  readonly text!: string;
}

@ApiSchema({ name: 'DefinitionTexts', description: 'The files of a definition.' })
export class DefinitionTextsDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @ClaimIdField('The attribute or relation.')
  readonly id!: string;

  @RecordListField(
    () => DefinitionTextDto,
    'In the order of the versions of the definition, except of those that were published before texts were kept.',
  )
  readonly texts!: readonly DefinitionTextDto[];
}
