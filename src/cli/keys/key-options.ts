import { PLANS, type Plan } from '../../domain/access/plan.js';

const slug = (plan: Plan): string => plan.toLowerCase().replace(' ', '-');

/** Parses the name of a key. @throws Error if it is empty */
export function keyName(text: string): string {
  if (text.trim() === '') throw new Error('<name> must not be empty: `keys list` shows the key by it');
  return text;
}

/** Parses a plan. @throws Error naming the plans */
export function planOption(text: string): Plan {
  const plan = PLANS.find((one) => slug(one) === text);
  if (!plan)
    throw new Error(`--plan must be ${PLANS.map(slug).join(' or ')}, and is ${JSON.stringify(text)}`);
  return plan;
}

/** Parses a number from 1 to `max`. @throws Error naming the option */
export function wholeNumberOption(text: string, flag: string, max: number): number {
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > max)
    throw new Error(`${flag} must be a whole number from 1 to ${max}, and is ${JSON.stringify(text)}`);
  return Number(text);
}

/** Parses a time in UTC. @returns Unix milliseconds @throws Error unless it is in the future */
export function expiryOption(text: string): number {
  const at = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(text) ? Date.parse(text) : Number.NaN;
  // A day that its month does not have would be taken for a day of the next month.
  if (!(at > Date.now()) || !new Date(at).toISOString().startsWith(text.slice(0, 10)))
    throw new Error(
      `--expires must be a time to come in UTC, such as 2027-01-31 or 2027-01-31T12:00:00Z, and is ${JSON.stringify(text)}`,
    );
  return at;
}

/** Parses the number of a key. @throws Error for any other text */
export function keyId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new Error(
      `<id> must be the number of a key, as \`keys list\` shows it, and is ${JSON.stringify(text)}`,
    );
  return Number(text);
}
