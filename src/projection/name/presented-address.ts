import type { Address } from '../../domain/chain/hex.js';
import type { Declaration } from './declarations.js';
import type { HeldNames } from './held-names.js';
import type { NameRegistries } from './name-registries.js';
import { type Presentation, presentationOf } from './presentation.js';

/** Everything that decides what a match shows of an address, and its rank. */
export interface PresentedAddress {
  /** `0x` and 40 lower-case hex characters. */
  readonly address: Address;
  readonly presentation: Presentation;
  /** Absent where no token metadata is stored; `unavailable` where it could not be read. */
  readonly declaration?: Declaration | 'unavailable';
}

/** One presented address per row of `held`. */
export function presentedAddresses(
  held: readonly HeldNames[],
  declared: readonly Declaration[] | 'unavailable',
  registries: NameRegistries,
): PresentedAddress[] {
  const byAddress = new Map(declared === 'unavailable' ? [] : declared.map((one) => [one.address, one]));
  return held.map(({ address, block, isImitationUndecided, ...claims }) => {
    const declaration = declared === 'unavailable' ? declared : byAddress.get(address);
    const presentation = presentationOf({
      ...registries.at(address, block),
      ...whereHeld(claims),
      ...(typeof declaration === 'object' && declaration.name !== undefined
        ? { declaredName: declaration.name }
        : {}),
      isUndecided: isImitationUndecided && typeof declaration === 'object' && declares(declaration),
    });
    return { address, presentation, ...(declaration === undefined ? {} : { declaration }) };
  });
}

const declares = ({ symbol, name }: Declaration): boolean => Boolean(symbol || name);

function whereHeld({
  listedName,
  ensName,
  impersonates,
}: Omit<HeldNames, 'address' | 'block' | 'isImitationUndecided'>) {
  return {
    ...(listedName === null ? {} : { listedName }),
    ...(ensName === null ? {} : { ensName }),
    ...(impersonates === null ? {} : { impersonates }),
  };
}
