import { isIP } from 'node:net';
import { IsOptional, ValidateBy } from 'class-validator';

/** One environment variable as documents and refusals describe it. */
export interface VariableText {
  /** Markdown. */
  readonly byDefault: string;
  /** One sentence. */
  readonly says: string;
  /** The valid values, after "must be". */
  readonly mustBe: string;
  /** How a wrong value may be shown, never with a secret in it; quoted by default. */
  readonly shown?: (text: string) => string;
}

const texts = new Map<string, VariableText>();

/** The declared variables in their order. */
export const VARIABLES: ReadonlyMap<string, VariableText> = texts;

/** Declares a property to be an environment variable: its text for the documents and for refusals. One that is not set is valid. */
export function Variable(text: VariableText): PropertyDecorator {
  return (target, name) => {
    texts.set(String(name), text);
    IsOptional()(target, String(name));
  };
}

/** A text that satisfies a condition. */
export function Is(condition: (text: string) => boolean): PropertyDecorator {
  return ValidateBy({ name: 'is', validator: { validate: (text: string) => condition(text) } });
}

/** Decimal digits of a number from 0 to `max`. */
export const IsWholeNumber = (max: number): PropertyDecorator =>
  Is((text) => /^\d{1,16}$/.test(text) && Number(text) <= max);

export const isUrl =
  (...protocols: string[]) =>
  (text: string): boolean =>
    URL.canParse(text) && protocols.includes(new URL(text).protocol);

/** A URL of PostgreSQL. A `/` in its password that is not encoded would make the rest of it a path. */
export const isDatabaseUrl = (text: string): boolean =>
  isUrl('postgres:', 'postgresql:')(text) && !new URL(text).pathname.includes('@');

/** A URL of Neo4j without user and password: the driver would ignore them, and show them in errors. */
export const isGraphUrl = (text: string): boolean =>
  isUrl('bolt:', 'bolt+s:', 'bolt+ssc:', 'neo4j:', 'neo4j+s:', 'neo4j+ssc:')(text) &&
  new URL(text).username + new URL(text).password === '';

/** An IP address, or a CIDR with a prefix of at least one bit. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
  );
}

/**
 * A list whose parts, separated by commas, all satisfy a condition. A variable that is not set is the empty
 * text.
 */
export const listOf =
  (condition: (part: string) => boolean) =>
  (text: string): boolean => {
    const parts = partsOf(text);
    return parts.every(condition) && (parts.length > 0 || text === '');
  };

/** The parts of a text between commas, without blanks around them and without empty ones. */
export function partsOf(text: string): string[] {
  return text.split(',').flatMap((part) => part.trim() || []);
}
