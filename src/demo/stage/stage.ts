import {
  type Abi,
  type Address,
  concat,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
} from 'viem';
import { Actor } from './actor.js';
import type { Artifact } from './artifact.js';
import { Dice } from './dice.js';
import type { Manifest } from './manifest.js';
import type {
  PlannedAuthorization,
  PlannedBlock,
  PlannedTransaction,
  PresignedTransaction,
} from './planned-block.js';

export interface Contract {
  readonly address: Address;
  readonly abi: Abi;
}

export interface SendOptions {
  readonly value?: bigint;
  readonly gas?: bigint;
  readonly form?: PlannedTransaction['form'];
  readonly accessList?: NonNullable<PlannedTransaction['accessList']>;
  readonly authorizations?: readonly PlannedAuthorization[];
  /** Whether the transaction must fail. */
  readonly fails?: boolean;
  readonly label?: string;
}

const CALL_GAS = 1_000_000n;
const DEPLOY_GAS = 8_000_000n;
const SLOT_SECONDS = 12;
const PROPOSERS = 5;

/**
 * Plans blocks: episodes say what actors send, and the stage makes blocks of it. It never asks the chain.
 * Addresses, nonces and outcomes follow from the plan so far, so the plan is a function of the seed.
 */
export class Stage {
  private readonly actors = new Map<string, Actor>();
  private readonly contracts = new Map<string, Contract>();
  private readonly finished: PlannedBlock[] = [];
  private pending: (PlannedTransaction | PresignedTransaction)[] = [];

  constructor(
    readonly seed: string,
    readonly manifest: Manifest,
    /** Number and time of the last block; of the genesis at first. */
    private last: { number: number; timestamp: number },
  ) {}

  /** Number of the next block. */
  get height(): number {
    return this.last.number + 1;
  }

  /** Time of the next block in Unix seconds, if no slot is missed. */
  get now(): number {
    return this.last.timestamp + SLOT_SECONDS;
  }

  actor(name: string): Actor {
    let actor = this.actors.get(name);
    if (actor === undefined) {
      actor = new Actor(this.seed, name);
      this.actors.set(name, actor);
      this.manifest.nameAddress(name, actor.address);
    }
    return actor;
  }

  /** Several actors at once, in the order of the given names. */
  cast<const Names extends readonly string[]>(...names: Names): { [Index in keyof Names]: Actor } {
    return names.map((name) => this.actor(name)) as { [Index in keyof Names]: Actor };
  }

  /** Random numbers that depend on the seed, this height and the purpose alone. */
  dice(purpose: string): Dice {
    return new Dice(`${this.seed}/${this.height}/${purpose}`);
  }

  /** Deploys a contract by a creation transaction. @param name its name in the manifest */
  deploy(
    from: Actor,
    name: string,
    artifact: Artifact,
    args: readonly unknown[] = [],
    options: SendOptions = {},
  ): Contract {
    const address = getContractAddress({ from: from.address, nonce: BigInt(from.nonce) });
    const data = encodeDeployData({ abi: artifact.abi, bytecode: artifact.bytecode, args });
    this.plan(from, undefined, data, { gas: DEPLOY_GAS, label: `deploy ${name}`, ...options });
    return this.know(name, address, artifact.abi);
  }

  /** Deploys a contract through a CREATE2 deployer whose call data is the salt and then the creation code. */
  deployAt(
    from: Actor,
    name: string,
    artifact: Artifact,
    { deployer, salt, args = [] }: { deployer: Address; salt: Hex; args?: readonly unknown[] },
  ): Contract {
    const bytecode = encodeDeployData({ abi: artifact.abi, bytecode: artifact.bytecode, args });
    this.plan(from, deployer, concat([salt, bytecode]), { gas: DEPLOY_GAS, label: `deploy ${name}` });
    return this.know(
      name,
      getContractAddress({ opcode: 'CREATE2', from: deployer, salt, bytecode }),
      artifact.abi,
    );
  }

  /**
   * Names a contract that does not come from a creation transaction, or gives a proxy a second name with the
   * ABI of its implementation.
   */
  know(name: string, address: Address, abi: Abi): Contract {
    const contract = { address, abi };
    this.contracts.set(name, contract);
    this.manifest.nameAddress(name, address);
    return contract;
  }

  /** A contract that an earlier episode deployed or named. @throws Error if there is none */
  contract(name: string): Contract {
    const contract = this.contracts.get(name);
    if (contract === undefined) throw new Error(`no contract is called ${name} yet`);
    return contract;
  }

  call(
    from: Actor,
    to: Contract,
    functionName: string,
    args: readonly unknown[] = [],
    options: SendOptions = {},
  ): void {
    this.plan(from, to.address, encodeFunctionData({ abi: to.abi, functionName, args }), options);
  }

  transfer(from: Actor, to: Address, value: bigint, options: SendOptions = {}): void {
    this.plan(from, to, '0x', { gas: 21_000n, ...options, value });
  }

  /** Sends a transaction with any data. */
  send(from: Actor, to: Address, data: Hex, options: SendOptions = {}): void {
    this.plan(from, to, data, options);
  }

  /**
   * Sends a transaction that is signed already. It needs a block of its own, because its price would decide
   * its place in the block.
   */
  presigned(raw: Hex, label: string): void {
    this.pending.push({ raw, label, succeeds: true });
  }

  /** An authorization that takes the next nonce of the authority. */
  authorize(authority: Actor, delegate: Address, chainId = 1): PlannedAuthorization {
    return { authority, delegate, nonce: authority.takeNonce(), chainId };
  }

  /** Ends the block. @param missedSlots empty slots before it */
  block(missedSlots = 0): void {
    const number = this.height;
    const timestamp = this.now + missedSlots * SLOT_SECONDS;
    const proposer = this.actor(`proposer-${1 + this.dice('proposer').below(PROPOSERS)}`);
    this.finished.push({ number, timestamp, beneficiary: proposer.address, transactions: this.pending });
    this.pending = [];
    this.last = { number, timestamp };
  }

  /**
   * Removes and returns the planned blocks.
   * @throws Error if transactions were planned after the last block
   */
  takeBlocks(): PlannedBlock[] {
    if (this.pending.length > 0) throw new Error('transactions were planned after the last block boundary');
    return this.finished.splice(0);
  }

  private plan(sender: Actor, to: Address | undefined, data: Hex, options: SendOptions): void {
    const { value = 0n, gas = CALL_GAS, fails = false, accessList, authorizations, label } = options;
    this.pending.push({
      sender,
      nonce: sender.takeNonce(),
      ...(to === undefined ? {} : { to }),
      ...(accessList === undefined ? {} : { accessList }),
      ...(authorizations === undefined ? {} : { authorizations }),
      ...(label === undefined ? {} : { label }),
      value,
      data,
      gas,
      form: options.form ?? (authorizations === undefined ? 'eip1559' : 'eip7702'),
      succeeds: !fails,
    });
  }
}
