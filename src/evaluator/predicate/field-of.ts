import { FAILS, type Met, type NotMet } from '../model/outcome.js';
import type { FactValue } from '../model/state-view.js';
import { bytesOfText } from '../text/bytes-of-text.js';

const SELECTOR_CHARACTERS = 10;
const ADDRESS_CHARACTERS = 42;
const WORD_CHARACTERS = 66;
const WORD = /^0x[0-9a-f]{64}$/;
const UPPER_ZEROS = `0x${'0'.repeat(24)}`;

/** The text of `<check id>` or `<check id>.<field>`; FAILS when the check has no such text. */
export function fieldOf(met: Met, field: string | undefined): string | NotMet {
  if (field === undefined) return observed(met);
  const { value, fields = value } = met;
  if (typeof fields === 'object' && Object.hasOwn(fields, field)) return fields[field]!;
  if (field === 'value') return typeof value === 'string' ? value : FAILS;
  if (field === 'uint') return numberOf(value);
  if (field === 'text') return textOf(value);
  if (field === 'address') return addressOfWord(value);
  if (field === 'key') return keyNamed(met.key);
  return FAILS;
}

/** The low 20 bytes of a word whose upper 12 are zero. */
export function addressOfWord(word: FactValue | undefined): string | typeof FAILS {
  if (typeof word !== 'string' || word.length !== WORD_CHARACTERS) return FAILS;
  return word.startsWith(UPPER_ZEROS) ? `0x${word.slice(UPPER_ZEROS.length)}` : FAILS;
}

/** A word as a whole number, in decimal. */
function numberOf(word: FactValue | undefined): string | typeof FAILS {
  return typeof word === 'string' && WORD.test(word) ? String(BigInt(word)) : FAILS;
}

/** The text that bytes encode, if it is printable ASCII. */
function textOf(value: FactValue | undefined): string | typeof FAILS {
  const bytes = typeof value === 'string' ? bytesOfText(value) : undefined;
  return bytes?.every((byte) => byte >= 0x20 && byte < 0x7f) ? bytes.toString('latin1') : FAILS;
}

function observed({ observed }: Met): string | typeof FAILS {
  return typeof observed === 'object' ? FAILS : String(observed);
}

/** The selector or address that a key begins with. */
function keyNamed(key: string | undefined): string | typeof FAILS {
  if (key?.length === SELECTOR_CHARACTERS) return key;
  return key === undefined || key.length < ADDRESS_CHARACTERS ? FAILS : key.slice(0, ADDRESS_CHARACTERS);
}
