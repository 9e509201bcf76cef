import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type NoteVerifier, parseVerifierKey, verifierKey } from '../../tlog/note-key.js';
import { AuditFailed, type AuditFault, auditLog } from '../../transparency/audit-log.js';
import { LogUnreachable, RemoteLog } from '../../transparency/fetch-log.js';

export interface AuditOptions {
  readonly key?: string;
  readonly state?: string;
  readonly whole?: boolean;
}

/** What earlier audits remember of logs, by URL without a slash at its end. */
type AuditState = Record<string, { readonly key: string; readonly checkpoint: string }>;

const STATUS: Readonly<Record<AuditFault, number>> = { signature: 4, smaller: 5, fork: 6, content: 7 };
const UNREACHABLE = 3;

/** Runs `log audit`. */
export async function run(
  url: string,
  { key, state: file = 'log-audit.json', whole = false }: AuditOptions,
): Promise<void> {
  // In a command that a timer runs, a mistyped URL would otherwise look like a log that is away for a while.
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Error(`<url> must be the HTTP address of a log, and is ${JSON.stringify(url)}`);
  const state = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as AuditState) : {};
  const name = url.replace(/\/+$/u, '');
  const before = state[name] ?? state[url];
  const log = new RemoteLog(url);
  try {
    const verifier = await keyOf(log, key ?? before?.key);
    const { head, note, known } = await auditLog(log, verifier, before?.checkpoint, whole);
    const changed = { ...state, [name]: { key: verifierKey(verifier), checkpoint: note } };
    writeFileSync(`${file}.new`, `${JSON.stringify(changed, undefined, 2)}\n`);
    renameSync(`${file}.new`, file);
    console.log(
      shown(
        `consistent  ${head.origin} has ${head.size} entries, ${head.size - known} since the last audit, root ${head.root.toString('base64')}`,
      ),
    );
  } catch (error) {
    if (error instanceof LogUnreachable) report('unreachable', error.message, UNREACHABLE);
    else if (error instanceof AuditFailed) {
      report(error.fault, error.message, STATUS[error.fault]);
      // Notes that the log itself signed, which prove a fork or a smaller tree to anybody.
      console.error(shown(`\n${error.evidence.join('\n')}`));
    } else throw error;
  }
}

async function keyOf(log: RemoteLog, known: string | undefined): Promise<NoteVerifier> {
  if (known !== undefined) return parseVerifierKey(known);
  const verifier = parseVerifierKey(await log.key());
  console.error(shown(`no --key was given: ${verifierKey(verifier)} is what the log itself says`));
  return verifier;
}

function report(fault: string, message: string, status: number): void {
  console.log(shown(`${fault.padEnd(10)}  ${message}`));
  process.exitCode = status;
}

/**
 * Replaces control characters, because the server at the URL could control the terminal by them. Signed notes
 * have none.
 */
const shown = (text: string): string => text.replace(/[^\P{C}\n]/gu, '?');
