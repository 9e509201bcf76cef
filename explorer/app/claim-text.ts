/** An attribute, or a relation to its counterpart. */
export interface ClaimName {
  readonly address: string;
  readonly id: string;
  readonly counterpart?: string | undefined;
}

/** `control:ownable` or `relation:owned_by/0x…`. */
export const claimText = ({ id, counterpart }: ClaimName): string =>
  counterpart === undefined ? id : `${id}/${counterpart}`;
