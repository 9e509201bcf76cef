import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of times in /proc, the same on every Linux that this runs on. */
const TICKS_PER_SECOND = 100;

interface ProcessTimes {
  readonly parent: number;
  readonly ownSeconds: number;
  /** Processor seconds of children that have ended. */
  readonly childSeconds: number;
}

function timesOf(pid: number): ProcessTimes | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // Ended meanwhile; its time is with its parent now.
    return undefined;
  }
  // The name in brackets may hold spaces; what follows it does not.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent, user, system, childUser, childSystem] = [1, 11, 12, 13, 14].map((at) => fields[at]!);
  return {
    parent: parent!,
    ownSeconds: (user! + system!) / TICKS_PER_SECOND,
    childSeconds: (childUser! + childSystem!) / TICKS_PER_SECOND,
  };
}

/** The parent of a process. */
export const parentOf = (pid: number): number => timesOf(pid)!.parent;

/** Processor seconds a server has used: its own, its living children's and those of children that have ended. */
export function serverCpuSeconds(pid: number): number {
  const server = timesOf(pid)!;
  let seconds = server.ownSeconds + server.childSeconds;
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(Number(name)) : undefined;
    if (times?.parent === pid) seconds += times.ownSeconds;
  }
  return seconds;
}

/** What a part of a run took. */
export interface Spent {
  readonly wallSeconds: number;
  /** Processor seconds of this process. */
  readonly cpuSeconds: number;
  /** The part of these that the measuring thread took. */
  readonly threadSeconds: number;
  /** Processor seconds of the server that it writes to. */
  readonly databaseSeconds: number;
}

/** Tells what this process and a server have taken since. @param server pid of its first process */
export function stopwatch(server: number): () => Spent {
  const now = (): Spent => ({
    wallSeconds: performance.now() / 1000,
    cpuSeconds: ownCost().cpuSeconds,
    threadSeconds: threadSeconds(),
    databaseSeconds: serverCpuSeconds(server),
  });
  const began = now();
  return () => {
    const { wallSeconds, cpuSeconds, threadSeconds, databaseSeconds } = now();
    return {
      wallSeconds: wallSeconds - began.wallSeconds,
      cpuSeconds: cpuSeconds - began.cpuSeconds,
      threadSeconds: threadSeconds - began.threadSeconds,
      databaseSeconds: databaseSeconds - began.databaseSeconds,
    };
  };
}

/** Since Node.js 23.9, which the types do not know yet. */
interface ThreadClock {
  threadCpuUsage(): NodeJS.CpuUsage;
}

function threadSeconds(): number {
  const { user, system } = (process as unknown as ThreadClock).threadCpuUsage();
  return (user + system) / 1e6;
}

/** Processor seconds and peak resident memory of this process so far. */
export function ownCost(): { cpuSeconds: number; peakMb: number } {
  const { user, system } = process.cpuUsage();
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'));
  return { cpuSeconds: (user + system) / 1e6, peakMb: Number(peak![1]) / 1024 };
}
