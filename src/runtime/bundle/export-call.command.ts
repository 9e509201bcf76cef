import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { makeCallBundle } from '../../bundle/make-call-bundle.js';
import { NodeWitnessSource } from '../../bundle/node-witness-source.js';
import { callWithCanonicity } from '../../bundle/with-canonicity.js';
import type { Hash } from '../../domain/chain/hex.js';
import { CanonicalChain } from '../../event-store/canonical-chain.js';
import { AccountProofs } from '../../node/execution/account-proofs.js';
import { Config } from '../../platform/config/config.js';
import { inWholeSnapshot } from '../../platform/postgres/distributed/in-whole-snapshot.js';
import type { WitnessedView } from '../../state/witness/witnessed-call.js';
import { writeCallBundle } from '../../verifier/bundle/call-bundle.js';
import { published } from '../../verifier/published.js';
import { type CallVerification, verifyCall } from '../../verifier/witness/verify-call.js';
import { Database } from '../database/database.js';
import { nodeUrls } from '../demo/demo-note.js';
import { StartedParts } from '../lifecycle/started-parts.js';
import { forkSchedule } from '../projection/projectors.js';
import { chainKind } from '../settings/chain-kind.js';
import { lightClientData } from './light-client-data.js';

interface ExportedCall {
  readonly text: string;
  readonly verification: CallVerification;
}

const WHY = {
  unproven: 'no node proves all state that the call reads at the end of block',
  undecided: 'the call has no result at the end of block',
};

/** Exports a view call with everything that is needed to execute it without this service. */
export class ExportCall extends Command<ExportedCall> {
  /**
   * @param block the newest stored one by default
   * @param checkpoint root of a beacon block that the reader trusts: light-client data of `BEACON_URLS` lead
   * from it to a young block
   */
  constructor(
    readonly call: WitnessedView,
    readonly block: number | undefined,
    readonly checkpoint?: Hash,
  ) {
    super();
  }
}

@CommandHandler(ExportCall)
export class ExportCallHandler implements ICommandHandler<ExportCall> {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly parts: StartedParts,
  ) {}

  async execute({ call, block, checkpoint }: ExportCall): Promise<ExportedCall> {
    const { pool } = await this.database.open('expect');
    const nodes = new AccountProofs(nodeUrls(this.config));
    this.parts.add(() => nodes.close());
    const light = checkpoint === undefined ? undefined : await lightClientData(this.config, checkpoint);
    const schedule = forkSchedule(chainKind(this.config).forkTimes);
    return inWholeSnapshot(pool, async (tx) => {
      const chain = new CanonicalChain(tx);
      const number = block ?? (await chain.head())?.number;
      const header = number === undefined ? undefined : await chain.headerOf(number);
      if (header === undefined) throw new Error(`block ${number ?? ''} is not stored`);
      const source = new NodeWitnessSource(header.number, nodes, chain);
      const bundle = await makeCallBundle(header, call, schedule, source);
      if (typeof bundle === 'string') throw new Error(`${WHY[bundle]} ${header.number}`);
      const text = writeCallBundle(await callWithCanonicity(tx, bundle, light));
      const known = { ...published(), ...(light && { checkpoint: light.checkpoint }) };
      return { text, verification: await verifyCall(text, known.forks, undefined, known) };
    });
  }
}
