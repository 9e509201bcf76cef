import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Checkpoint, parseCheckpoint } from '../tlog/checkpoint.js';
import { type NoteSigner, parseNote, requireSignature, signerOf } from '../tlog/signed-note.js';

const SEED_BYTES = 32;

/** The key of the log, and the last checkpoint that was signed with it. Both are files: they must outlive the database. */
export class LogKey {
  private constructor(
    readonly signer: NoteSigner,
    private readonly memory: string,
  ) {}

  /**
   * Reads the key, or makes one on first use.
   *
   * @param directory of `log.key`, readable by its owner alone, and `log.checkpoint`
   * @param origin name of the log: its address without scheme
   * @throws Error if the key is one of another name
   */
  static at(directory: string, origin: string): LogKey {
    mkdirSync(directory, { recursive: true });
    const file = join(directory, 'log.key');
    try {
      const seed = randomBytes(SEED_BYTES).toString('hex');
      writeFileSync(file, `${origin}\n${seed}\n`, { mode: 0o600, flag: 'wx', flush: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const [name, seed] = readFileSync(file, 'utf8').split('\n');
    if (name !== origin)
      throw new Error(`${file} is the key of the log ${name}, not of ${origin}: set LOG_ORIGIN to its name`);
    const bytes = Buffer.from(seed ?? '', 'hex');
    if (bytes.length !== SEED_BYTES) throw new Error(`${file} holds no key`);
    return new LogKey(signerOf(origin, bytes), join(directory, 'log.checkpoint'));
  }

  /** What was signed last. @throws Error if the file was altered */
  lastSigned(): Checkpoint | undefined {
    let text: string;
    try {
      text = readFileSync(this.memory, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    const note = parseNote(text);
    requireSignature(note, this.signer);
    return parseCheckpoint(note.text);
  }

  /** Keeps a signed note before anybody sees it. Either the old or the new one survives a crash. */
  remember(note: string): void {
    const fresh = `${this.memory}.new`;
    const file = openSync(fresh, 'w', 0o600);
    writeSync(file, note);
    fsyncSync(file);
    closeSync(file);
    renameSync(fresh, this.memory);
  }
}
