/** What the value of a claim says, where its title does not. */
export const claimValue = (id: string, value: string): string =>
  id === 'relation:safe_owner' ? `${value} must sign` : value;
