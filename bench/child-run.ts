import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { serverCpuSeconds } from './process-cost.js';
import type { RunReport, RunSettings } from './run-report.js';

/** A process of this folder whose standard output is read line by line; ends when its input is closed or its work is done. */
function start(script: string, settings?: RunSettings, parameters: readonly string[] = []) {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...parameters], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...(settings && { BENCH_RUN: JSON.stringify(settings) }) },
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { child, ended, lines: createInterface({ input: child.stdout }) };
}

/** Runs one contender in a process of its own, so that processor time and peak memory are its own. */
export async function runContender(script: string, settings: RunSettings): Promise<RunReport> {
  return JSON.parse(await lastLine(script, start(script, settings))) as RunReport;
}

/** Runs a script in a process of its own; its last line. */
export function runScript(script: string, parameters: readonly string[]): Promise<string> {
  return lastLine(script, start(script, undefined, parameters));
}

async function lastLine(script: string, { ended, lines }: ReturnType<typeof start>): Promise<string> {
  let last = '';
  for await (const line of lines) last = line;
  const code = await ended;
  if (code !== 0) throw new Error(`${script} ended with ${code}`);
  return last;
}

/** Starts the playback of the generated blocks. @param tracers that the node offers; those of geth when left out */
export async function startPlayback(
  tracers?: readonly string[],
): Promise<{ url: string; cpuSeconds(): number; stop(): Promise<void> }> {
  const { firstLine, pid, stop } = await startScript('playback-server.js', tracers && [tracers.join()]);
  return { url: `http://127.0.0.1:${firstLine}`, cpuSeconds: () => serverCpuSeconds(pid), stop };
}

/** Starts a script that serves until its input is closed, and prints its address in its first line. */
export async function startScript(
  script: string,
  parameters: readonly string[] = [],
): Promise<{ firstLine: string; pid: number; stop(): Promise<void> }> {
  const { child, ended, lines } = start(script, undefined, parameters);
  const firstLine = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    child.once('exit', () => reject(new Error(`${script} did not start`)));
  });
  return {
    firstLine,
    pid: child.pid!,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
