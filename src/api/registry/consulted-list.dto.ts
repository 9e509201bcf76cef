import { ApiSchema } from '@nestjs/swagger';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import {
  CountField,
  NonEmptyTextField,
  ProofHashField,
  TextField,
  UtcTimeField,
} from '../http/record/field.js';
import type { ConsultedRegistry, Registries } from './registries.js';

const DAY_MS = 86_400_000;
/** Age in days from which a list has a warning. */
const OLD_DAYS = 30;

@ApiSchema({ name: 'ConsultedList', description: 'A registry, in the version in which it was consulted.' })
export class ConsultedListDto {
  @NonEmptyTextField('Id of the registry.')
  readonly id!: string;

  @NonEmptyTextField('The version in force at the block.', 'no version counts at the block')
  readonly version?: string;

  @UtcTimeField('The day of the list: what came later is not in it.', 'no version counts at the block')
  readonly asOf?: string;

  @CountField('Whole days since then.', 'no version counts at the block')
  readonly ageDays?: number;

  @ProofHashField('SHA-256 of its versions and entries.')
  readonly digest!: string;

  @TextField('Warning for readers who rely on the list.', `the version is at most ${OLD_DAYS} days old`)
  readonly warning?: string;
}

/**
 * The registries that the definitions consult, with the versions that count at a block.
 * @param now Unix milliseconds
 */
export function consultedLists(
  registries: Registries,
  definitions: readonly string[],
  block: number,
  now: number,
): ConsultedListDto[] {
  return consultedBy(registries, definitions).map(({ binding: { id, versions, digest } }) => {
    const version = versions.findLast(({ validFrom }) => validFrom <= block);
    if (version === undefined)
      return {
        id,
        digest,
        warning: `No version of ${id} counts at block ${block}: it names nothing there.`,
      };
    const day = version.asOf ?? version.retrieved;
    const ageDays = Math.max(0, Math.floor((now - Date.parse(day)) / DAY_MS));
    const warning = `${id} is consulted in version ${version.version} of ${day}, ${ageDays} days ago: later entries are not in it.`;
    return {
      id,
      version: version.version,
      asOf: `${day}T00:00:00Z`,
      ageDays,
      digest,
      ...(ageDays > OLD_DAYS && { warning }),
    };
  });
}

/**
 * To be called before lists are named: while new versions come to all machines, the served claims may rest on
 * others than this process has.
 * @param lists those that are named
 * @param served digests of the registries of the served definitions, by id; empty while none are served
 * @throws {NotCovered} where one that definitions consult is another here
 */
export function refuseOtherLists(
  lists: readonly ConsultedRegistry[],
  served: ReadonlyMap<string, string>,
): void {
  if (served.size === 0) return;
  const isOther = lists.some(
    ({ binding: { id, digest }, usedBy }) => usedBy.length > 0 && served.get(id) !== digest,
  );
  if (isOther) throw NotCovered.unavailable();
}

/** The registries that the definitions consult. */
export const consultedBy = (
  { byId }: Registries,
  definitions: readonly string[],
): readonly ConsultedRegistry[] =>
  [...byId.values()].filter(({ usedBy }) => usedBy.some((id) => definitions.includes(id)));
