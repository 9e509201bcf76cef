import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createOnce } from '../platform/process/create-once.js';
import { makeDirectory } from '../platform/process/make-directory.js';
import { type Checkpoint, parseCheckpoint } from '../tlog/checkpoint.js';
import { type NoteSigner, requireSignature, signatureOf, signerOf } from '../tlog/note-key.js';
import { type Note, type NoteSignature, parseNote } from '../tlog/signed-note.js';

const SEED_BYTES = 32;

/** The key of the log, and the last checkpoint that was signed with it. Both are files: they must outlive the database. */
export class LogKey {
  private constructor(
    /** Newest first. The older one signs as well until `finish`, while readers change over. */
    readonly signers: readonly NoteSigner[],
    private readonly directory: string,
  ) {}

  /** The newest key. */
  get signer(): NoteSigner {
    return this.signers[0]!;
  }

  /**
   * Reads the key, or makes one on first use.
   *
   * @param directory of `log.key`, readable by its owner alone, and `log.checkpoint`
   * @param origin name of the log: its URL without the scheme
   * @throws Error if the key is of a log of another name
   */
  static at(directory: string, origin: string): LogKey {
    makeDirectory(directory);
    const file = join(directory, 'log.key');
    if (!existsSync(file)) createOnce(file, keyText(origin, [randomBytes(SEED_BYTES)]));
    const { name, seeds } = readKey(file);
    if (name !== origin)
      throw new Error(`${file} is the key of the log ${name}, not of ${origin}: set LOG_ORIGIN to its name`);
    return new LogKey(
      seeds.map((seed) => signerOf(origin, seed)),
      directory,
    );
  }

  static isAt(directory: string): boolean {
    return existsSync(join(directory, 'log.key'));
  }

  /**
   * Makes a new key and puts it first. The older one signs as well, until `finish`.
   * @throws Error if the last change is not finished
   */
  static rotate(directory: string): void {
    const file = join(directory, 'log.key');
    const { name, seeds } = readKey(file);
    if (seeds.length > 1)
      throw new Error('the last change of keys is not finished: `log key finish` ends the older key');
    replace(file, keyText(name, [randomBytes(SEED_BYTES), ...seeds]));
  }

  /**
   * Removes the older key.
   * @throws Error if there is none, or the newer key has not signed the last checkpoint
   */
  static finish(directory: string): void {
    const file = join(directory, 'log.key');
    const { name, seeds } = readKey(file);
    if (seeds.length < 2) throw new Error('there is only one key');
    const newest = new LogKey([signerOf(name, seeds[0]!)], directory);
    try {
      newest.lastSigned();
    } catch {
      throw new Error('the new key has signed nothing yet: start the service with it first');
    }
    replace(file, keyText(name, seeds.slice(0, 1)));
  }

  sign(text: string): NoteSignature[] {
    return this.signers.map((signer) => signatureOf(text, signer));
  }

  /** Whether one of the keys has signed. */
  hasSigned(note: Note): boolean {
    return this.signers.some((signer) => hasSigned(note, signer));
  }

  haveAllSigned(note: Note): boolean {
    return this.signers.every((signer) => hasSigned(note, signer));
  }

  /**
   * The checkpoint that was signed last; undefined before the first.
   * @throws Error if the file was altered
   */
  lastSigned(): Checkpoint | undefined {
    let text: string;
    try {
      text = readFileSync(this.#memory, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    const note = parseNote(text);
    const signer = this.signers.find((one) => hasSigned(note, one)) ?? this.signer;
    requireSignature(note, signer);
    return parseCheckpoint(note.text);
  }

  /**
   * Stores a signed note. To be called before anybody sees it. After a crash the file has either the old or
   * the new note.
   */
  remember(note: string): void {
    replace(this.#memory, note);
  }

  get #memory(): string {
    return join(this.directory, 'log.checkpoint');
  }
}

function hasSigned(note: Note, signer: NoteSigner): boolean {
  try {
    requireSignature(note, signer);
    return true;
  } catch {
    return false;
  }
}

const keyText = (name: string, seeds: readonly Buffer[]): string =>
  [name, ...seeds.map((seed) => seed.toString('hex')), ''].join('\n');

function readKey(file: string): { readonly name: string; readonly seeds: readonly Buffer[] } {
  const [name = '', ...lines] = readFileSync(file, 'utf8').split('\n');
  const seeds = lines.filter((line) => line !== '').map((line) => Buffer.from(line, 'hex'));
  if (seeds.length === 0 || seeds.some(({ length }) => length !== SEED_BYTES))
    throw new Error(`${file} holds no key`);
  return { name, seeds };
}

function replace(name: string, text: string): void {
  const fresh = `${name}.new`;
  const file = openSync(fresh, 'w', 0o600);
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  renameSync(fresh, name);
}
