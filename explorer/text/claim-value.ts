const SAYS: Readonly<Record<string, (value: string) => string>> = {
  'relation:safe_owner': (count) => `${count} must sign`,
  'relation:multisig_owner': (count) => `${count} must confirm`,
  'relation:timelock_admin': (delay) => `delay of ${delay} s`,
  'relation:vesting_beneficiary': (duration) => `over ${duration} s`,
};

/** What the value of a claim says, where its title does not. */
export const claimValue = (id: string, value: string): string => SAYS[id]?.(value) ?? value;
