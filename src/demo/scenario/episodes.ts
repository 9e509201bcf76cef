import type { Stage } from '../stage/stage.js';
import { authority } from './authority.js';
import { busyBlocks } from './busy-blocks.js';
import { callTrees } from './call-trees.js';
import { clonesAndChildren } from './clones-and-children.js';
import { delegation } from './delegation.js';
import { destruction } from './destruction.js';
import { diamond } from './diamond.js';
import { dollarTokens } from './dollars.js';
import { erc777 } from './erc777.js';
import { failures } from './failures.js';
import { forgedLogs } from './forged-logs.js';
import { frozenCoins } from './frozen-coins.js';
import { governance } from './governance.js';
import { guardedSafe } from './guarded-safe.js';
import { hostileMetadata } from './hostile-metadata.js';
import { internalPayments } from './internal-payments.js';
import { lendingMarkets } from './lending-markets.js';
import { marketDays } from './market-days.js';
import { mixer } from './mixer.js';
import { names } from './names.js';
import { oddPointers } from './odd-pointers.js';
import { oddTokens } from './odd-tokens.js';
import { offeredOwnership } from './offered-ownership.js';
import { olderControls } from './older-controls.js';
import { ownership } from './ownership.js';
import { plainTransfers } from './plain-transfers.js';
import { poolHooks } from './pool-hooks.js';
import { poolManipulation } from './pool-manipulation.js';
import { presetTokens } from './preset-tokens.js';
import { priceFeeds } from './price-feeds.js';
import { protocolCalls } from './protocol-calls.js';
import { proxyKinds } from './proxy-kinds.js';
import { proxyUpgrade } from './proxy-upgrade.js';
import { rawCode } from './raw-code.js';
import { royalties } from './royalties.js';
import { safes } from './safes.js';
import { smartAccount } from './smart-account.js';
import { staking } from './staking.js';
import { timelock } from './timelock.js';
import { traps } from './traps.js';
import { uniswapV2 } from './uniswap-v2.js';
import { uniswapV3 } from './uniswap-v3.js';
import { vault } from './vault.js';
import { vesting } from './vesting.js';
import { withdrawalRequests } from './withdrawal-requests.js';
import { wrappedEther } from './wrapped-ether.js';

/** One topic of the scenario. It plans blocks on the stage, and ends at a block boundary. */
export type Episode = (stage: Stage) => void | Promise<void>;

/**
 * The history, in order. An episode may use what earlier ones deployed. Each change changes every later block
 * hash, so new episodes go to the end.
 */
export const EPISODES: readonly Episode[] = [
  ...[plainTransfers, wrappedEther, proxyUpgrade, failures, delegation],
  ...[presetTokens, erc777, dollarTokens, priceFeeds, uniswapV2, uniswapV3],
  ...[proxyKinds, clonesAndChildren, safes, smartAccount, timelock, ownership, diamond],
  ...[vault, oddTokens, hostileMetadata, names, mixer, staking],
  ...[destruction, callTrees, internalPayments, forgedLogs, protocolCalls, governance, traps, rawCode],
  ...[marketDays, poolManipulation, busyBlocks, oddPointers],
  ...[withdrawalRequests, guardedSafe, offeredOwnership, olderControls, frozenCoins, lendingMarkets],
  ...[royalties, authority, vesting, poolHooks],
];
