import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** One run of one process. A pid is reused, so it always comes with the start time of the process, in the system's own notation. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startedAt: string;
}

/** The running process of that number; undefined when there is none, or only its zombie. */
export function identify(pid: number): ProcessIdentity | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  const startedAt = process.platform === 'linux' ? startedAtByProc(pid) : startedAtByCommand(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

/** This very process. */
export function identifySelf(): ProcessIdentity {
  const self = identify(process.pid);
  if (self === undefined) throw new Error('this process cannot see its own start time');
  return self;
}

/** True while exactly this run is alive; false for another process with the same number. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.startedAt === identity.startedAt;
}

/** The program and its arguments, separated by blanks; empty when there is no such process. */
export function commandLine(pid: number): string {
  if (process.platform === 'win32') {
    const query = `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`;
    return ask('powershell.exe', '-NoProfile', '-Command', query);
  }
  if (process.platform !== 'linux') return ask('ps', '-o', 'command=', '-p', String(pid));
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

function startedAtByProc(pid: number): string | undefined {
  try {
    // The command name is in brackets and may contain blanks and brackets: fields are counted from its end.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, ticksSinceBoot] = [fields[0], fields[19]];
    if (state === 'Z' || state === 'X') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()}+${ticksSinceBoot}`;
  } catch {
    return undefined;
  }
}

function startedAtByCommand(pid: number): string | undefined {
  const text =
    process.platform === 'win32'
      ? ask('powershell.exe', '-NoProfile', '-Command', `(Get-Process -Id ${pid}).StartTime.Ticks`)
      : ask('ps', '-o', 'lstart=', '-p', String(pid));
  return text === '' ? undefined : text;
}

function ask(command: string, ...args: string[]): string {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}
