/** Attributes that point to risk besides the family `risk`. */
const ALSO_RISKS: readonly string[] = ['role:mixer_pool'];

/** Whether a claim points to risk, here and in the explorer. */
export const isRisk = (id: string): boolean => id.startsWith('risk:') || ALSO_RISKS.includes(id);

/** A claim of each family that risks are of: blocks that are missing for it are missing for its family. */
export const OF_RISK_FAMILIES: readonly string[] = ['risk:sanctioned_ofac', ...ALSO_RISKS];
