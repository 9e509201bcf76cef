import {
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  pad,
  parseAbi,
  parseAbiParameters,
  parseEther,
  toEventSelector,
  toHex,
} from 'viem';
import { ownArtifact } from '../stage/own-artifact.js';
import type { Stage } from '../stage/stage.js';

const word = (value: bigint) => pad(toHex(value));
const padded = (address: Hex) => pad(address);
const TRANSFER = toEventSelector('Transfer(address,address,uint256)');

/** Logs that anyone can emit: odd shapes of known events, famous events from the wrong contract, no topics at all. */
export function forgedLogs(stage: Stage): void {
  const [deployer, mallory, alice] = stage.cast('deployer', 'mallory', 'alice');
  const forges = ['log forge', 'mixed log forge', 'odd log forge'].map((name) =>
    stage.deploy(deployer, name, ownArtifact('LogForge')),
  );
  const [forge, mixed, odd] = forges as [(typeof forges)[0], (typeof forges)[0], (typeof forges)[0]];
  stage.block();

  const [from, to] = [padded(mallory.address), padded(alice.address)] as const;
  const emit = (on: (typeof forges)[0], topics: readonly Hex[], data: Hex, label: string) =>
    stage.call(mallory, on, 'forge', [topics, data], { label });
  emit(mixed, [TRANSFER, from, to], word(5n), 'transfer of 3 topics');
  emit(mixed, [TRANSFER, from, to, word(5n)], '0x', 'transfer of 4 topics');
  emit(odd, [TRANSFER, word(2n ** 255n + 1n), to], word(5n), 'transfer with a malformed address');
  emit(odd, [TRANSFER, from, to], '0x1234', 'transfer with short data');
  stage.block();

  const { topics, data } = unequalBatch(mallory.address, alice.address);
  emit(forge, topics, data, 'batch of unequal arrays');
  emit(
    forge,
    [toEventSelector('SafeSetup(address,address[],uint256,address,address)'), from],
    encodeAbiParameters(parseAbiParameters('address[], uint256, address, address'), [
      [alice.address],
      1n,
      alice.address,
      alice.address,
    ]),
    'forged safe setup',
  );
  emit(
    forge,
    [toEventSelector('PairCreated(address,address,address,uint256)'), from, to],
    encodeAbiParameters(parseAbiParameters('address, uint256'), [alice.address, 1n]),
    'forged pair',
  );
  emit(
    forge,
    [toEventSelector('OwnershipTransferred(address,address)'), from, word(2n ** 200n)],
    '0x',
    'forged owner',
  );
  stage.block();

  emit(forge, [], toHex('nobody knows what this is'), 'log without topics');
  emit(forge, [], '0x', 'log of nothing');
  emit(
    forge,
    [word(1n), word(2n), word(3n), word(4n)],
    `0x${'ab'.repeat(3_000)}`,
    'log of four unknown topics',
  );
  stage.call(mallory, forge, 'speak', ['indexed text that only its hash remembers'], {
    label: 'indexed string',
  });
  stage.call(mallory, forge, 'forgeAndFail', [[TRANSFER, from, to], word(1n)], {
    fails: true,
    label: 'log undone',
  });
  stage.block();
  stage.transfer(mallory, alice.address, parseEther('0.01'));
  stage.block();
}

function unequalBatch(from: Hex, to: Hex) {
  const abi = parseAbi([
    'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
  ]);
  const topics = encodeEventTopics({
    abi,
    eventName: 'TransferBatch',
    args: { operator: from, from, to },
  }) as Hex[];
  return { topics, data: encodeAbiParameters(parseAbiParameters('uint256[], uint256[]'), [[1n, 2n], [7n]]) };
}
