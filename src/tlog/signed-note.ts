const ID_BYTES = 4;

export class InvalidNote extends Error {
  override readonly name = 'InvalidNote';
}

export interface NoteSignature {
  readonly name: string;
  /** 4 bytes that distinguish the keys of one name. */
  readonly id: Buffer;
  readonly signature: Buffer;
}

/** A text with signatures (C2SP signed-note). */
export interface Note {
  /** Ends with a line end. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** @throws InvalidNote if the text does not end with a line end */
export function noteText({ text, signatures }: Note): string {
  if (!text.endsWith('\n')) throw new InvalidNote('the text of a note ends with a line end');
  return `${text}\n${signatures.map(signatureLine).join('')}`;
}

/** The line of a signature in a note, with its line end. */
export const signatureLine = ({ name, id, signature }: NoteSignature): string =>
  `— ${name} ${Buffer.concat([id, signature]).toString('base64')}\n`;

/** @throws InvalidNote */
export function parseNote(note: string): Note {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the format forbids them
  if (/[\x00-\x09\x0b-\x1f]/.test(note)) throw new InvalidNote('a note has no control characters');
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) throw new InvalidNote('this is no signed note');
  return { text: note.slice(0, end + 1), signatures: parseSignatures(note.slice(end + 2)) };
}

/** Parses signature lines without a text, as in the answer of a witness. @throws InvalidNote */
export function parseSignatures(lines: string): NoteSignature[] {
  return lines
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => {
      const [, name, encoded] = /^— (\S+) (\S+)$/.exec(line) ?? [];
      const bytes = Buffer.from(encoded ?? '', 'base64');
      if (name === undefined || bytes.length <= ID_BYTES || bytes.toString('base64') !== encoded)
        throw new InvalidNote(`${JSON.stringify(line.slice(0, 80))} is no line of a signature`);
      return { name, id: bytes.subarray(0, ID_BYTES), signature: bytes.subarray(ID_BYTES) };
    });
}
