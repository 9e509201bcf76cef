/** What the service says of the name of an address. */
interface Presented {
  readonly nameStanding?: string | undefined;
  /** Symbol of the asset that the address is proven to imitate. */
  readonly impersonates?: string | undefined;
}

/** Whether an address is proven to imitate an asset. One that is marked as dangerous may be so for another reason. */
export const isImitation = ({ impersonates }: Presented): boolean => impersonates !== undefined;

/** Why an address is marked as dangerous, as words after its name; undefined where it is not. */
export function dangerOf({ nameStanding, impersonates }: Presented): string | undefined {
  if (impersonates !== undefined) return `imitates ${impersonates}`;
  return nameStanding === 'danger' ? 'is sanctioned or on a list of scams' : undefined;
}
