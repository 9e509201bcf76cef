import { labelhash, namehash, zeroHash } from 'viem';
import { ownArtifact } from '../stage/own-artifact.js';
import type { Stage } from '../stage/stage.js';

/**
 * Names as in ENS. alice: forward and reverse record agree. bob: his reverse record names alice (not proven).
 * carol: the records agree until the forward record changes. dave: a forward record only. mallory: a name
 * with confusable characters.
 */
export function names(stage: Stage): void {
  const [deployer, alice, bob, carol, dave, mallory] = stage.cast(
    'deployer',
    'alice',
    'bob',
    'carol',
    'dave',
    'mallory',
  );
  const registry = stage.deploy(deployer, 'name registry', ownArtifact('NameRegistry'));
  const registrar = stage.deploy(deployer, 'reverse registrar', ownArtifact('ReverseRegistrar'), [
    registry.address,
  ]);
  const resolver = stage.deploy(deployer, 'name resolver', ownArtifact('NameResolver'), [
    registry.address,
    registrar.address,
  ]);
  stage.block();

  stage.call(deployer, registry, 'setSubnodeOwner', [zeroHash, labelhash('eth'), deployer.address]);
  stage.call(deployer, registry, 'setSubnodeOwner', [zeroHash, labelhash('reverse'), deployer.address]);
  stage.call(deployer, registry, 'setSubnodeOwner', [
    namehash('reverse'),
    labelhash('addr'),
    registrar.address,
  ]);
  stage.block();

  const people = { alice, bob, carol, dave, '\u0430lice': mallory } as const; // the last begins with a Cyrillic letter
  for (const [label, owner] of Object.entries(people)) {
    stage.call(deployer, registry, 'setSubnodeOwner', [namehash('eth'), labelhash(label), owner.address]);
  }
  stage.block();
  for (const [label, owner] of Object.entries(people)) {
    const node = namehash(`${label}.eth`);
    stage.call(owner, registry, 'setResolver', [node, resolver.address]);
    stage.call(owner, resolver, 'setAddr', [node, owner.address], { label: `${owner.name} forward record` });
  }
  stage.call(alice, resolver, 'setText', [namehash('alice.eth'), 'url', 'https://example.org/alice']);
  stage.block();
  const primary = [
    [alice, 'alice.eth'],
    [bob, 'alice.eth'],
    [carol, 'carol.eth'],
    [mallory, '\u0430lice.eth'],
  ] as const;
  for (const [owner, name] of primary) {
    stage.call(owner, registrar, 'setName', [resolver.address, name], {
      label: `${owner.name} reverse record`,
    });
  }
  stage.block();
  stage.call(carol, resolver, 'setAddr', [namehash('carol.eth'), stage.actor('heidi').address], {
    label: 'carol points away',
  });
  stage.block();
}
