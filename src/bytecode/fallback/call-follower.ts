import { jumpDestinations, pushSize } from '../instruction/instructions.js';
import { EFFECTS, OP } from '../instruction/opcode.js';
import { memoryAfter, withUnknown } from './memory-after.js';
import { Path } from './path.js';
import { answerOf, type Surroundings } from './surroundings.js';
import { constant, smallNumber, type Word } from './word.js';
import { wordLeft } from './word-left.js';

/** The most operations that are followed, on all paths together. A proxy delegates after some hundreds. */
const MOST_STEPS = 10_000;
/**
 * How often all paths together may jump to the same place, so that loops end and branches do not multiply.
 */
const MOST_VISITS = 24;

const CALLS: ReadonlySet<number> = new Set([OP.CALL, OP.CALLCODE, OP.DELEGATECALL, OP.STATICCALL]);

/**
 * Follows a call through code along every path that the known words do not rule out. A path ends where the
 * call would end, where it is delegated as a whole, or where it can be followed no further.
 */
export class CallFollower {
  /** Targets of the DELEGATECALLs that pass on the whole call. */
  readonly targets: Word[] = [];
  /**
   * Whether there may be other targets: a path could not be followed, or a DELEGATECALL passes on only part
   * of the call.
   */
  isUnclear = false;

  private readonly paths = [new Path(0)];
  private readonly destinations: Uint8Array;
  private readonly visits = new Map<number, number>();

  constructor(private readonly surroundings: Surroundings) {
    this.destinations = jumpDestinations(surroundings.code);
  }

  follow(): void {
    let steps = 0;
    for (let path = this.paths.pop(); path !== undefined; path = this.paths.pop()) {
      while (this.advance(path)) {
        if (++steps < MOST_STEPS && !path.memory.isFull) continue;
        this.isUnclear = true;
        return;
      }
    }
  }

  /** Follows one operation; false where the path ends. */
  private advance(path: Path): boolean {
    const operation = this.surroundings.code[path.at];
    if (operation === undefined) return false;
    if (operation >= OP.PUSH0 && operation <= OP.PUSH32) return this.push(path, pushSize(operation));
    if (operation >= OP.DUP1 && operation < OP.LOG0) {
      path.at++;
      return operation < OP.SWAP1
        ? path.duplicate(operation - OP.DUP1 + 1)
        : path.swap(operation - OP.SWAP1 + 1);
    }
    const effect = EFFECTS[operation];
    const taken = effect && path.take(effect.takes);
    if (taken === undefined) return false;
    if (operation === OP.JUMP) return this.jump(path, taken[0]!);
    if (operation === OP.JUMPI) return this.branch(path, taken as [Word, Word]);
    if (operation === OP.DELEGATECALL && this.passesOn(path, taken)) return false;
    if (CALLS.has(operation)) takeAnswer(path, taken);
    path.memory = memoryAfter(operation, taken, path, this.surroundings);
    const isFollowed = !effect!.leaves || path.put(wordLeft(operation, taken, path, this.surroundings));
    path.at++;
    return isFollowed;
  }

  private push(path: Path, size: number): boolean {
    const { code } = this.surroundings;
    const digits = code.toString('hex', path.at + 1, path.at + 1 + size);
    path.at += 1 + size;
    // Where the code ends within the pushed bytes, zeros follow.
    return path.put(constant(size === 0 ? 0n : BigInt(`0x${digits.padEnd(2 * size, '0')}`)));
  }

  private branch(path: Path, [to, condition]: readonly [Word, Word]): boolean {
    path.at++;
    if (condition.value === 0n) return true;
    if (condition.value === undefined) this.paths.push(path.branchTo(path.at));
    return this.jump(path, to);
  }

  private jump(path: Path, to: Word): boolean {
    if (to.value === undefined) this.isUnclear = true;
    const at = smallNumber(to);
    if (at === undefined || this.destinations[at] !== 1) return false;
    const seen = this.visits.get(at) ?? 0;
    this.visits.set(at, seen + 1);
    if (seen >= MOST_VISITS) this.isUnclear = true;
    path.at = at;
    return seen < MOST_VISITS;
  }

  /**
   * Whether a DELEGATECALL (gas, target, offset, size …) passes on the whole call; notes its target if so.
   */
  private passesOn(path: Path, [, target, offset, size]: readonly Word[]): boolean {
    const { call } = this.surroundings;
    const at = smallNumber(offset!);
    const length = smallNumber(size!) ?? 0;
    const isWhole = at !== undefined && length >= call.length && path.memory.holds(at, call);
    if (isWhole) this.targets.push(target!);
    else this.isUnclear = true;
    return isWhole;
  }
}

/**
 * Assumes that a call (gas, callee … offset and size of its answer) succeeds. Of the answer only the origin
 * is known.
 */
function takeAnswer(path: Path, taken: readonly Word[]): void {
  path.returned = answerOf(taken[1]!);
  path.memory = withUnknown(path.memory, taken.at(-2)!, taken.at(-1)!, path.returned);
}
