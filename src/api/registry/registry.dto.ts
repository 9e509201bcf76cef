import { ApiSchema } from '@nestjs/swagger';
import type { Membership } from '../../definition/binding/binding.js';
import {
  ChainIdField,
  ClaimIdListField,
  CountField,
  CursorField,
  LongField,
  NonEmptyTextField,
  ProofHashField,
  RecordListField,
  TextField,
  TextListField,
  TextMapField,
  UtcTimeField,
} from '../http/record/field.js';
import { orAbsent } from '../http/record/or-absent.js';
import type { ConsultedRegistry } from './registries.js';

@ApiSchema({ name: 'RegistryVersion', description: 'One version of a registry.' })
class RegistryVersionDto {
  @NonEmptyTextField('The version, as `bindingVersions` of proofs names it.')
  readonly version!: string;

  @UtcTimeField('The day on which it was read from its source, at its beginning.')
  readonly retrievedAt!: string;

  @UtcTimeField(
    'The day of the list itself, at its beginning: what came later is not in it.',
    'it is that on which it was read',
  )
  readonly asOf?: string;

  @LongField('First block at which it counts.')
  readonly validFromBlock!: number;
}

@ApiSchema({
  name: 'Registry',
  description:
    'A versioned list that definitions consult. An absent entry says nothing about the time after the date of the ' +
    'list.',
})
export class RegistryDto {
  @NonEmptyTextField('Id of the registry, as definitions name it.')
  readonly id!: string;

  @TextField('Where its entries were read, and when.')
  readonly source!: string;

  @ProofHashField('SHA-256 of its versions and entries, as in bundles.')
  readonly digest!: string;

  @RecordListField(() => RegistryVersionDto, 'Ascending; the last is in force.')
  readonly versions!: readonly RegistryVersionDto[];

  @TextListField('Texts that every entry carries.')
  readonly fields!: readonly string[];

  @CountField('How many entries there are, ended ones too.')
  readonly entryCount!: number;

  @CountField('How many of them have not ended.')
  readonly currentEntryCount!: number;

  @ClaimIdListField('The definitions that consult it.')
  readonly usedBy!: readonly string[];
}

@ApiSchema({ name: 'RegistryList', description: 'Every registry of the served chain.' })
export class RegistryListDto {
  @ChainIdField('Always 1.')
  readonly chainId!: 1;

  @RecordListField(() => RegistryDto, 'Ascending by id.')
  readonly registries!: readonly RegistryDto[];
}

@ApiSchema({ name: 'RegistryDetail', description: 'One registry.' })
export class RegistryDetailDto extends RegistryDto {
  @ChainIdField('Always 1.')
  readonly chainId!: 1;
}

@ApiSchema({ name: 'RegistryEntry', description: 'The blocks during which a key is in a registry.' })
class RegistryEntryDto {
  @NonEmptyTextField('An address, or a hash of 32 bytes: `0x` and lower-case hex.')
  readonly key!: string;

  @LongField('First block.')
  readonly fromBlock!: number;

  @LongField('Last block.', 'it has not ended')
  readonly toBlock?: number;

  @NonEmptyTextField('The version that added it.')
  readonly added!: string;

  @NonEmptyTextField('The version that removed it.', 'it has not ended')
  readonly removed?: string;

  @TextMapField('Texts of the registry about the key.')
  readonly fields!: Readonly<Record<string, string>>;
}

@ApiSchema({ name: 'RegistryEntries', description: 'A page of the entries of a registry.' })
export class RegistryEntriesDto {
  @ChainIdField('Always 1.')
  readonly chainId!: 1;

  @NonEmptyTextField('Id of the registry.')
  readonly id!: string;

  @ProofHashField('SHA-256 of its versions and entries.')
  readonly digest!: string;

  @RecordListField(() => RegistryEntryDto, 'Ascending by key, then block.', 1000)
  readonly entries!: readonly RegistryEntryDto[];

  @CursorField('Continues the list.', 'this is the last page')
  readonly nextCursor?: string;
}

export function registryRecord({ binding, usedBy }: ConsultedRegistry): RegistryDto {
  const { id, source, digest, versions, fields, members } = binding;
  const entries = [...members.values()].flat();
  return {
    id,
    source,
    digest,
    versions: versions.map(({ version, retrieved, asOf, validFrom }) => ({
      version,
      retrievedAt: `${retrieved}T00:00:00Z`,
      ...(asOf !== undefined && { asOf: `${asOf}T00:00:00Z` }),
      validFromBlock: validFrom,
    })),
    fields,
    entryCount: entries.length,
    currentEntryCount: entries.filter(({ until }) => until === undefined).length,
    usedBy,
  };
}

export function entryRecord([key, { from, until, version, removedBy, fields }]: readonly [
  string,
  Membership,
]): RegistryEntryDto {
  return {
    key,
    fromBlock: from,
    ...orAbsent('toBlock', until ?? null),
    added: version,
    ...orAbsent('removed', removedBy ?? null),
    fields,
  };
}
