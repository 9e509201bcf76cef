import { join } from 'node:path';
import { linesOf } from './recorded-block.js';

interface Frame {
  readonly action: { readonly callType?: string; readonly input?: string; readonly to?: string };
  readonly transactionHash?: string;
  readonly traceAddress: readonly number[];
}

/** A call whose whole data a contract passed on by DELEGATECALL. */
export interface PassedOn {
  /** Four bytes as hex without `0x`. */
  readonly selector: string;
  readonly target: string;
}

/** Calls passed on in the blocks of `trace_block`, by address of the code that ran. */
export function callsPassedOn(data: string): Map<string, PassedOn[]> {
  const found = new Map<string, PassedOn[]>();
  for (const { result } of linesOf(join(data, 'rpc_erigon', 'trace_block.ndjson.gz')) as {
    result: readonly Frame[] | null;
  }[]) {
    const place = (frame: Frame, path: readonly number[]) => `${frame.transactionHash} ${path.join('.')}`;
    const frames = new Map((result ?? []).map((frame) => [place(frame, frame.traceAddress), frame]));
    for (const frame of result ?? []) {
      const { callType, input, to } = frame.action;
      if (callType !== 'delegatecall' || input === undefined || input.length < 10 || to === undefined)
        continue;
      const above = frames.get(place(frame, frame.traceAddress.slice(0, -1)))?.action;
      if (above?.to === undefined || above.input !== input) continue;
      const calls = found.get(above.to) ?? [];
      calls.push({ selector: input.slice(2, 10), target: to });
      found.set(above.to, calls);
    }
  }
  return found;
}
